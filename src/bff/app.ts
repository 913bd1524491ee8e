import { Hono } from 'hono'
import { mountAssets } from './assets/asset-routes.ts'
import { integrationRoutes } from './console/integration-routes.ts'
import { passThroughRoutes } from './console/pass-through.ts'
import { sandboxRoutes } from './console/sandbox-routes.ts'
import type { BffContext, BffEnv, Route } from './context.ts'
import { errorResponse } from './http/answer.ts'
import { bffError } from './http/bff-error.ts'
import { cspReportRoutes } from './http/csp-report.ts'
import { requireKnownHost } from './http/host.ts'
import { knownError, loggable } from './http/known-error.ts'
import { requestIdOf } from './http/request-id.ts'
import { requireSameOrigin } from './http/same-origin.ts'
import { setSecurityHeaders } from './http/security-headers.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { widgetOrigin } from './widget/widget-origin.ts'
import { widgetRoutes } from './widget/widget-routes.ts'
import { widgetSessionRoutes } from './widget/session-routes.ts'

const SERVER_TO_SERVER = '/api/widget/sessions'
const WIDGET = '/api/widget/'
const CSP_REPORT = '/api/csp-report'

/** Every route of the BFF, behind the checks that all of them share. */
export function createApp(
  ctx: BffContext,
  directories: { consoleDir: string; widgetDir: string },
): Hono<BffEnv> {
  const app = new Hono<BffEnv>()
  observe(app, ctx)
  guard(app, ctx)
  mount(app, allRoutes(ctx))
  mountAssets(app, ctx, directories)
  return app
}

/** Everything but the files. */
export function allRoutes(ctx: BffContext): Route[] {
  return [
    ...sessionRoutes(ctx),
    ...passThroughRoutes(ctx),
    ...integrationRoutes(ctx),
    ...sandboxRoutes(ctx),
    ...widgetSessionRoutes(ctx),
    ...widgetRoutes(ctx),
    ...cspReportRoutes(ctx),
  ]
}

/** One id, one log line and the security headers for each request; errors become answers here only. */
function observe(app: Hono<BffEnv>, ctx: BffContext): void {
  app.use(async (exchange, next) => {
    const startedAt = performance.now()
    const requestId = requestIdOf(exchange.req.raw.headers)
    exchange.set('requestId', requestId)
    await next()
    const { res } = exchange
    if (!res.headers.has('x-request-id')) res.headers.set('x-request-id', requestId)
    setSecurityHeaders(ctx.settings, res)
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    // The path only: a query may hold an email address.
    ctx.log.info(
      { requestId, method: exchange.req.method, path: exchange.req.path, status: res.status, ms },
      'request',
    )
  })
  app.onError((error, exchange) => {
    const known = knownError(error)
    const requestId = exchange.var.requestId
    const line = { requestId, code: known.code, err: loggable(known) }
    // 501 is no failure: the service simply has no such extension.
    if (known.status >= 500 && known.status !== 501) ctx.log.error(line, 'request failed')
    else if (known.cause !== undefined) ctx.log.info(line, 'refused')
    return errorResponse(known)
  })
  app.notFound(() => errorResponse(bffError('NOT_FOUND')))
}

/** Whoever adds a route gets the strict check without asking: only the widget's paths have rules of their own. */
function guard(app: Hono<BffEnv>, ctx: BffContext): void {
  const forWidget = widgetOrigin(ctx)
  app.use(async (exchange, next) => {
    requireKnownHost(ctx.settings, exchange.req.raw)
    const { path, method } = exchange.req
    if (path === SERVER_TO_SERVER || path === CSP_REPORT) return next()
    if (path.startsWith(WIDGET)) return forWidget(exchange, next)
    const isFile =
      !path.startsWith('/api/') && (method === 'GET' || method === 'HEAD' || method === 'OPTIONS')
    if (!isFile) requireSameOrigin(ctx.settings, exchange.req.raw)
    return next()
  })
}

/** Registers the rows; a known path with another method is 405 and says which methods it has. */
function mount(app: Hono<BffEnv>, routes: Route[]): void {
  for (const path of new Set(routes.map((route) => route.path))) {
    const rows = routes.filter((route) => route.path === path)
    for (const { method, handle } of rows) app.on(method, path, handle)
    const allowed = rows.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
    app.all(path, () => {
      throw bffError('METHOD_NOT_ALLOWED', allowed, { headers: { allow: allowed } })
    })
  }
}
