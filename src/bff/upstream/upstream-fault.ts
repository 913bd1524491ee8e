import type { HasDatabase, HasKeyVault, HasUpstream, HasUpstreamUrls } from '#bff/context-parts.ts'
import { findOrganization, firstOrganizationId } from '#bff/organizations/organization.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import { sendUpstream } from './send-upstream.ts'
import { upstreamRequest } from './upstream-request.ts'

/**
 * Reason why the deployment's organization cannot use the service, safe to show to anyone. `isAway`: the service does
 * not work at present. Otherwise a setting of this process must change.
 */
export type UpstreamFault = { reason: string; isAway: boolean }

/**
 * Finds the fault of the service. Undefined if it responds. Sends one read request. Even if the key lacks the scope
 * for it, the response shows whether the key is known.
 */
export async function findUpstreamFault(
  ctx: HasUpstreamUrls & HasDatabase & HasUpstream & HasKeyVault,
): Promise<UpstreamFault | undefined> {
  const organization = await findOrganization(ctx, await firstOrganizationId(ctx))
  if (organization === undefined) return { reason: 'there is no organization yet', isAway: false }
  const call = { endpoint: BAAS_ENDPOINTS.listAllowedTokens }
  try {
    const { response } = await sendUpstream(ctx, upstreamRequest(ctx.settings, organization, call))
    return explainStatus(response.status)
  } catch {
    return { reason: 'the service does not respond: check UPSTREAM_URL', isAway: true }
  }
}

/** 403 (missing scope) and 429 (rate limit) also prove that the key is valid. */
export function explainStatus(status: number): UpstreamFault | undefined {
  if (status === 401)
    return { reason: 'the service refuses the API key: check UPSTREAM_API_KEY', isAway: false }
  if (status < 400 || status === 403 || status === 429) return undefined
  return { reason: `the service responds with ${status}: check UPSTREAM_URL`, isAway: status >= 500 }
}
