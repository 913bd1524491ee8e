import { randomUUID } from 'node:crypto'
import { SPEC_ENDPOINTS } from '#protocol/baas/endpoints.ts'
import type { BffContext } from '#bff/context.ts'
import { findOrganization, firstOrganizationId } from '#bff/organizations/organization.ts'
import { sendUpstream } from './send-upstream.ts'
import { upstreamRequest } from './upstream-request.ts'

/**
 * Why nothing can be done at the service in the name of the deployment's organization, in words that may be shown to
 * anyone; `undefined` when it answers. By one read, for which no scope is needed to see whether the key is known.
 */
export async function upstreamFault(ctx: BffContext): Promise<string | undefined> {
  const organization = await findOrganization(ctx, await firstOrganizationId(ctx))
  if (organization === undefined) return 'there is no organization yet'
  const request = upstreamRequest(ctx.settings, organization, {
    base: 'baas',
    endpoint: SPEC_ENDPOINTS.listAllowedTokens,
    requestId: randomUUID(),
  })
  try {
    const { response } = await sendUpstream(ctx, request)
    return faultOfStatus(response.status)
  } catch {
    return 'the service does not answer: check UPSTREAM_URL'
  }
}

/** A key that lacks the scope (403) and one that asks too often (429) are known all the same. */
export function faultOfStatus(status: number): string | undefined {
  if (status === 401) return 'the service refuses the API key: check UPSTREAM_API_KEY'
  if (status < 400 || status === 403 || status === 429) return undefined
  return `the service answers ${status}: check UPSTREAM_URL`
}
