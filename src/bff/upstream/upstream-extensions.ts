import { SPEC_ENDPOINTS, type Endpoint } from '#protocol/baas/endpoints.ts'
import { BAAS_ENDPOINTS } from '#protocol/org/endpoints.ts'
import { VERIFICATION_LIFETIME_SECONDS } from '#protocol/baas/limits.ts'
import type { BffContext } from '#bff/context.ts'
import type { UpstreamCall } from './upstream-request.ts'

const SPEC_PATHS = new Set([...Object.values(SPEC_ENDPOINTS), BAAS_ENDPOINTS.listWallets].map(nameOf))

/**
 * Whether a refusal means that the service lacks the endpoint (profile 8: a client must work
 * without the extensions and name what is missing). A 404 on a path with an id may also mean "no such id";
 * a service with `GET /config` has the rest.
 */
export async function lacksEndpoint(
  call: UpstreamCall,
  status: number,
  canCall: (config: UpstreamCall) => Promise<boolean>,
): Promise<boolean> {
  if (call.base === 'baas' && SPEC_PATHS.has(nameOf(call.endpoint))) return false
  if (status === 405 || status === 501) return true
  if (status !== 404) return false
  if (!call.endpoint.path.includes(':')) return true
  const config: UpstreamCall = { base: 'baas', endpoint: BAAS_ENDPOINTS.getConfig, requestId: call.requestId }
  return !(await canCall(config))
}

function nameOf(endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.path}`
}

/**
 * The specification does not show the answer of `request-email-verification`. Another service than ours may
 * answer anything with a success; the mail is sent all the same, with the lifetime of profile 7.
 */
export function assumedAnswer(ctx: BffContext, endpoint: Endpoint): unknown {
  if (!ctx.settings.hostedUpstream || endpoint.path !== SPEC_ENDPOINTS.requestEmailVerification.path)
    return undefined
  const expiresAt = new Date(ctx.clock.now().getTime() + VERIFICATION_LIFETIME_SECONDS * 1000)
  return { success: true, expiresAt: expiresAt.toISOString() }
}

/**
 * The answer in place of an endpoint that a hosted service lacks: its `GET /config` when the settings name the
 * chain. Fees are unknown then.
 */
export function fallbackAnswer({ settings }: Pick<BffContext, 'settings'>, endpoint: Endpoint): unknown {
  if (endpoint !== BAAS_ENDPOINTS.getConfig || settings.hostedChain === undefined) return undefined
  return { profile: 1, ...settings.hostedChain, fee: null, approvalUrl: '', features: [] }
}
