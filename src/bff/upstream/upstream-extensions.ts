import { SPEC_ENDPOINTS, type Endpoint } from '#protocol/baas/endpoints.ts'
import { BAAS_ENDPOINTS } from '#protocol/org/endpoints.ts'
import type { UpstreamCall } from './upstream-request.ts'

const SPEC_PATHS = new Set([...Object.values(SPEC_ENDPOINTS), BAAS_ENDPOINTS.listWallets].map(nameOf))

/**
 * Whether a refusal means that the service does not have the endpoint at all (profile 8: a client must work
 * without the extensions and say what is missing). A 404 on a path with an id may as well mean "no such id";
 * a service that has `GET /config` has the rest.
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
