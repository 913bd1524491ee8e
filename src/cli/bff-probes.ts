import {
  atMostEvery,
  databaseCheck,
  NotReady,
  readinessReply,
  type Database,
  type Metrics,
} from '#service/index.ts'

/** The hosted service is not asked more often than this, however many ask here. */
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
}): (request: Request) => Promise<Response> {
  const service = async () => {
    const fault = await parts.upstreamFault()
    if (fault !== undefined) throw new NotReady(fault)
  }
  const checks = { database: databaseCheck(parts.db), service: atMostEvery(SERVICE_EVERY_MS, service) }
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/metrics') {
      const headers = { 'content-type': parts.metrics.contentType }
      return new Response(await parts.metrics.text(), { headers })
    }
    if (pathname === '/healthz') return Response.json({ statusCode: 200, content: { status: 'ok' } })
    const { status, content, headers } = await readinessReply(checks)
    return Response.json({ statusCode: status, content }, { status, headers })
  }
}
