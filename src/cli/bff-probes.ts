import { databaseCheck, readinessReply, type Database, type Metrics } from '#service/index.ts'

/** The probes of a process without the service: readiness is that of its database. Source: profile 1. */
export function bffProbes(parts: {
  db: Database
  metrics: Metrics
}): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/metrics') {
      const headers = { 'content-type': parts.metrics.contentType }
      return new Response(await parts.metrics.text(), { headers })
    }
    if (pathname === '/healthz') return Response.json({ statusCode: 200, content: { status: 'ok' } })
    const { status, content, headers } = await readinessReply({ database: databaseCheck(parts.db) })
    return Response.json({ statusCode: status, content }, { status, headers })
  }
}
