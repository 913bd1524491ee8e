import type { Endpoint } from '#protocol/endpoint.ts'
import type { BffContext } from '#bff/context.ts'

/** Time for which an endpoint that a hosted service lacks is not asked again, in milliseconds. */
const LACKING_MS = 120_000

type Remembering = Pick<BffContext, 'settings' | 'clock'>

/** Per server, the endpoints that the service lacks, and until when this is believed. */
const lacking = new WeakMap<BffContext['settings'], Map<Endpoint, number>>()

/** Every page asks for extensions: a service without them need not refuse each of these requests. */
export function isKnownToLack({ settings, clock }: Remembering, endpoint: Endpoint): boolean {
  return (lacking.get(settings)?.get(endpoint) ?? 0) > clock.now().getTime()
}

/** Remembers what a hosted service lacks. Our own service has everything, or is just being updated. */
export function noteLacking({ settings, clock }: Remembering, endpoint: Endpoint): void {
  if (!settings.hostedUpstream) return
  const known = lacking.get(settings) ?? new Map<Endpoint, number>()
  lacking.set(settings, known.set(endpoint, clock.now().getTime() + LACKING_MS))
}
