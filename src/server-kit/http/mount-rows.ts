import { Hono, type Context, type Env } from 'hono'
import { routePath } from 'hono/route'
import { apiError } from './http-error.ts'

export type RouteRow<HttpEnv extends Env> = {
  method: string
  /** Path in Hono's syntax. */
  path: string
  handle: (exchange: Context<HttpEnv>) => Promise<Response> | Response
}

/**
 * Creates the routes of a table's endpoints. A known path with an unsupported method is a 405 that lists the
 * supported ones.
 *
 * @param onPath called first, with the full route pattern
 */
export function mountRows<HttpEnv extends Env>(
  rows: readonly RouteRow<HttpEnv>[],
  onPath: (exchange: Context<HttpEnv>, path: string) => void = () => undefined,
): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  // Fixed paths come before paths with parameters. Otherwise an unsupported method would match the other route.
  const paths = [...new Set(rows.map(({ path }) => path))].toSorted(
    (a, b) => Number(a.includes(':')) - Number(b.includes(':')),
  )
  for (const path of paths) {
    const methods = new Map(
      rows.filter((row) => row.path === path).map(({ method, handle }) => [method, handle]),
    )
    const allowed = [...methods.keys()]
      .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      .join(', ')
    routes.all(path, (exchange) => {
      onPath(exchange, routePath(exchange))
      const handle = methods.get(exchange.req.method === 'HEAD' ? 'GET' : exchange.req.method)
      if (handle !== undefined) return handle(exchange)
      throw apiError('METHOD_NOT_ALLOWED', allowed, { headers: { allow: allowed } })
    })
  }
  return routes
}
