import type { UpstreamFault } from '#bff/index.ts'
import { respond } from '#server-kit/http/respond.ts'
import {
  atMostEvery,
  databaseCheck,
  NotReady,
  ofSharedPart,
  PartAway,
  readinessReply,
  type Database,
  type Metrics,
  type ReadinessCheck,
} from '#service/index.ts'

/** Minimum time between readiness requests to the hosted service, in milliseconds. */
const SERVICE_EVERY_MS = 10_000

/**
 * Probes of a process without the service. It is ready if its database accepts writes and the service accepts
 * the key, and degraded while the service is away. Source: profile 1.
 */
export function bffProbes(parts: {
  db: Database
  metrics: Metrics
  /** Reason why the service cannot be used. Undefined if it can (`Bff.upstreamFault`). */
  upstreamFault: () => Promise<UpstreamFault | undefined>
  /** Readiness of the console's tables (`migrationsCheck`). */
  consoleTables: ReadinessCheck
}): (request: Request) => Promise<Response> {
  const service = async () => {
    const fault = await parts.upstreamFault()
    if (fault !== undefined) throw fault.isAway ? new PartAway(fault.reason) : new NotReady(fault.reason)
  }
  const checks = {
    database: databaseCheck(parts.db),
    consoleTables: parts.consoleTables,
    service: ofSharedPart(atMostEvery(SERVICE_EVERY_MS, service)),
  }
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/metrics') {
      const headers = { 'content-type': parts.metrics.contentType }
      return new Response(await parts.metrics.text(), { headers })
    }
    if (pathname === '/healthz') return respond({ status: 200, content: { status: 'ok' }, headers: {} })
    return respond(await readinessReply(checks))
  }
}
