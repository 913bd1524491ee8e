import { SPEC_ENDPOINTS, type Endpoint } from '#protocol/baas/endpoints.ts'
import { VERIFICATION_LIFETIME_SECONDS } from '#protocol/baas/limits.ts'
import { BAAS_ENDPOINTS } from '#protocol/org/endpoints.ts'
import type { BffContext } from '#bff/context.ts'

/**
 * The specification does not show what `request-email-verification` answers. Another service than ours may
 * answer anything with a success; the mail is on its way all the same, for the time of profile 7.
 */
export function assumedAnswer(ctx: BffContext, endpoint: Endpoint): unknown {
  if (!ctx.settings.hostedUpstream || endpoint.path !== SPEC_ENDPOINTS.requestEmailVerification.path)
    return undefined
  const expiresAt = new Date(ctx.clock.now().getTime() + VERIFICATION_LIFETIME_SECONDS * 1000)
  return { success: true, expiresAt: expiresAt.toISOString() }
}

/**
 * What stands for an endpoint that a hosted service does not have: its `GET /config` when the settings name the chain.
 * No fee is known without it.
 */
export function fallbackAnswer({ settings }: Pick<BffContext, 'settings'>, endpoint: Endpoint): unknown {
  if (endpoint !== BAAS_ENDPOINTS.getConfig || settings.hostedChain === undefined) return undefined
  return { profile: 1, ...settings.hostedChain, fee: null, approvalUrl: '', features: [] }
}
