import {
  atMostEvery,
  databaseCheck,
  NotReady,
  readinessReply,
  type Database,
  type Metrics,
  type ReadinessCheck,
} from '#service/index.ts'
import { respond } from '#server-kit/http/respond.ts'

/** The hosted service is not asked more often than this, at any load. */
const SERVICE_EVERY_MS = 10_000

/**
 * The probes of a process without the service: ready when its database takes writes and the service answers to the
 * key. Source: profile 1.
 */
export function bffProbes(parts: {
  db: Database
  metrics: Metrics
  /** Why the service cannot be used; undefined when it can (`Bff.upstreamFault`). */
  upstreamFault: () => Promise<string | undefined>
  /** The console's tables (`migrationsCheck`). */
  consoleTables: ReadinessCheck
}): (request: Request) => Promise<Response> {
  const service = async () => {
    const fault = await parts.upstreamFault()
    if (fault !== undefined) throw new NotReady(fault)
  }
  const checks = {
    database: databaseCheck(parts.db),
    consoleTables: parts.consoleTables,
    service: atMostEvery(SERVICE_EVERY_MS, service),
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
