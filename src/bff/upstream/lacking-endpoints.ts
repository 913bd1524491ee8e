import type { Endpoint } from '#protocol/endpoint.ts'
import type { Clock } from '#server-kit/clock.ts'

/** Time without further requests to an endpoint that a hosted service lacks, in milliseconds. */
const LACKING_MS = 120_000

/** Endpoints that a hosted service lacked a moment ago. */
export type LackingEndpoints = { has: (endpoint: Endpoint) => boolean; add: (endpoint: Endpoint) => void }

/**
 * Avoids a refused request per page view: every page requests extensions. Remembers nothing if `isHosted` is false,
 * because our own service lacks endpoints only during an update.
 */
export function createLackingEndpoints(clock: Clock, isHosted: boolean): LackingEndpoints {
  const skippedUntilMs = new Map<string, number>()
  const nameEndpoint = ({ api, method, path }: Endpoint): string => `${method} /${api ?? 'baas'}${path}`
  return {
    has: (endpoint) => (skippedUntilMs.get(nameEndpoint(endpoint)) ?? 0) > clock.now().getTime(),
    add: (endpoint) => {
      if (isHosted) skippedUntilMs.set(nameEndpoint(endpoint), clock.now().getTime() + LACKING_MS)
    },
  }
}
