import { Hono, type Context as HonoContext } from 'hono'
import type { HttpEnv } from './endpoint-routes.ts'
import { livenessReply, readinessReply, type ReadinessCheck } from './health.ts'
import type { Metrics } from './metrics.ts'
import { respond } from '#server-kit/http/respond.ts'
import { apiError } from '#server-kit/http/http-error.ts'

/** `/healthz`, `/readyz` and `/metrics`, for whoever runs the service (profile 1). */
export function probeRoutes(checks: Record<string, ReadinessCheck>, metrics: Metrics): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  const probe = (path: string, answer: () => Response | Promise<Response>) => {
    routes.all(path, (c: HonoContext<HttpEnv>) => {
      c.get('notes').route = path
      if (c.req.method === 'GET' || c.req.method === 'HEAD') return answer()
      throw apiError('METHOD_NOT_ALLOWED', 'GET, HEAD', { headers: { allow: 'GET, HEAD' } })
    })
  }
  probe('/healthz', () => respond(livenessReply()))
  probe('/readyz', async () => respond(await readinessReply(checks)))
  probe(
    '/metrics',
    async () => new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } }),
  )
  return routes
}
