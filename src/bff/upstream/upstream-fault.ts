import type { HasDatabase, HasKeyVault, HasUpstream, HasUpstreamUrls } from '#bff/context-parts.ts'
import { findOrganization, firstOrganizationId } from '#bff/organizations/organization.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import { sendUpstream } from './send-upstream.ts'
import { upstreamRequest } from './upstream-request.ts'

/**
 * Why the deployment's organization cannot use the service, safe to show to anyone. Undefined if the service
 * responds. Uses one read, which needs no scope to show whether the key is known.
 */
export async function findUpstreamFault(
  ctx: HasUpstreamUrls & HasDatabase & HasUpstream & HasKeyVault,
): Promise<string | undefined> {
  const organization = await findOrganization(ctx, await firstOrganizationId(ctx))
  if (organization === undefined) return 'there is no organization yet'
  const call = { endpoint: BAAS_ENDPOINTS.listAllowedTokens }
  try {
    const { response } = await sendUpstream(ctx, upstreamRequest(ctx.settings, organization, call))
    return explainStatus(response.status)
  } catch {
    return 'the service does not answer: check UPSTREAM_URL'
  }
}

/** 403 (missing scope) and 429 (rate limit) also prove that the key is valid. */
export function explainStatus(status: number): string | undefined {
  if (status === 401) return 'the service refuses the API key: check UPSTREAM_API_KEY'
  if (status < 400 || status === 403 || status === 429) return undefined
  return `the service answers ${status}: check UPSTREAM_URL`
}
