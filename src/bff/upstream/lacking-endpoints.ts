import type { Endpoint } from '#protocol/endpoint.ts'
import type { BffContext } from '#bff/context.ts'

/** Time without further requests to an endpoint that a hosted service lacks, in milliseconds. */
const LACKING_MS = 120_000

type Remembering = Pick<BffContext, 'settings' | 'clock'>

/** Endpoints that the service lacks, by server, each with the time in milliseconds until which it is skipped. */
const lacking = new WeakMap<BffContext['settings'], Map<Endpoint, number>>()

/** Avoids a refused request per page view: every page requests extensions. */
export function isKnownToLack({ settings, clock }: Remembering, endpoint: Endpoint): boolean {
  return (lacking.get(settings)?.get(endpoint) ?? 0) > clock.now().getTime()
}

/** Records an endpoint that a hosted service lacks. Our own service has all endpoints, except during an update. */
export function noteLacking({ settings, clock }: Remembering, endpoint: Endpoint): void {
  if (!settings.hostedUpstream) return
  const known = lacking.get(settings) ?? new Map<Endpoint, number>()
  lacking.set(settings, known.set(endpoint, clock.now().getTime() + LACKING_MS))
}
