import { SPEC_ENDPOINTS } from '#protocol/endpoints.ts'
import type { BffContext } from '#bff/context.ts'
import { findOrganization, firstOrganizationId } from '#bff/organizations/organization.ts'
import { sendUpstream } from './send-upstream.ts'
import { upstreamRequest } from './upstream-request.ts'

/**
 * Why the deployment's organization cannot use the service, in words that may be shown to anyone; `undefined` when it
 * answers. Uses one read, which needs no scope to show whether the key is known.
 */
export async function upstreamFault(ctx: BffContext): Promise<string | undefined> {
  const organization = await findOrganization(ctx, await firstOrganizationId(ctx))
  if (organization === undefined) return 'there is no organization yet'
  const call = { endpoint: SPEC_ENDPOINTS.listAllowedTokens }
  try {
    const { response } = await sendUpstream(ctx, upstreamRequest(ctx.settings, organization, call))
    return faultOfStatus(response.status)
  } catch {
    return 'the service does not answer: check UPSTREAM_URL'
  }
}

/** A key that lacks the scope (403) or is rate limited (429) is known all the same. */
export function faultOfStatus(status: number): string | undefined {
  if (status === 401) return 'the service refuses the API key: check UPSTREAM_API_KEY'
  if (status < 400 || status === 403 || status === 429) return undefined
  return `the service answers ${status}: check UPSTREAM_URL`
}
