import * as z from 'zod/mini'

/**
 * Codes with which the gateway eRPC says that its nodes failed, and not the request. Its JSON-RPC code and message may
 * then be those of any other failure, for example of a method that does not exist (subsquid/squid-sdk 545). Source:
 * erpc/erpc common/errors.go.
 */
const GATEWAY_CODES: ReadonlySet<string> = new Set([
  'ErrUpstreamsExhausted',
  'ErrUpstreamSyncing',
  'ErrUpstreamBlockUnavailable',
  'ErrUpstreamRateLimitRuleExceeded',
  'ErrNetworkRateLimitRuleExceeded',
  'ErrProjectRateLimitRuleExceeded',
  'ErrFailsafeRetryExceeded',
  'ErrFailsafeTimeoutExceeded',
  'ErrFailsafeCircuitBreakerOpen',
  'ErrEndpointBillingIssue',
  'ErrEndpointCapacityExceeded',
  'ErrEndpointMissingData',
  'ErrEndpointRequestTimeout',
  'ErrEndpointServerSideException',
  'ErrEndpointTransportFailure',
])

/** Maximum depth of causes in each other. */
const DEPTH_MAX = 4

const faultSchema = z.object({ code: z.string(), cause: z.optional(z.unknown()) })

/** Returns whether the data of an error says that a gateway's nodes failed. */
export function isGatewayFault(data: unknown): boolean {
  let inner = data
  for (let depth = 0; depth < DEPTH_MAX; depth += 1) {
    const fault = faultSchema.safeParse(inner)
    if (!fault.success) return false
    if (GATEWAY_CODES.has(fault.data.code)) return true
    inner = fault.data.cause
  }
  return false
}
