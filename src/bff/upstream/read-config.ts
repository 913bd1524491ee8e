import type { CallsService, HasHostedChain } from '#bff/context-parts.ts'
import type { Organization } from '#bff/ports.ts'
import type { Config } from '#protocol/deployment-config.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import { callUpstream, type UpstreamAnswer } from './call-upstream.ts'

/** Reads `GET /config`. For a hosted service that lacks it, returns the configured chain. */
export function readConfig(
  ctx: CallsService & HasHostedChain,
  organization: Organization,
): Promise<UpstreamAnswer<Config>> {
  const call = { endpoint: BAAS_ENDPOINTS.getConfig, ifLacking: deriveConfig(ctx.settings) }
  return callUpstream(ctx, organization, call)
}

/** Config of a hosted service without `GET /config`. Its fees are unknown. Undefined unless the settings name its chain. */
export function deriveConfig({ hostedChain }: HasHostedChain['settings']): Config | undefined {
  return hostedChain && { profile: 1, ...hostedChain, fee: null, approvalUrl: '', features: [] }
}
