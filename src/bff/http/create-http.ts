import { Hono } from 'hono'
import { matchedRoutes } from 'hono/route'
import type {
  HasClock,
  HasCookies,
  HasDatabase,
  HasKeyVault,
  HasLog,
  HasPublicUrl,
} from '#bff/context-parts.ts'
import type { BffEnv, Exchange } from '#bff/context.ts'
import type { BffOptions } from '#bff/options.ts'
import { scimErrorResponse } from '#bff/scim/scim-error.ts'
import { isScimPath } from '#bff/scim/scim-routes.ts'
import { HOSTED_WEBHOOKS } from '#bff/upstream/outcomes/hosted-webhook-route.ts'
import { widgetOrigin } from '#bff/widget/widget-origin.ts'
import { errorReply, toHttpError } from '#server-kit/http/error-reply.ts'
import type { HttpError } from '#server-kit/http/http-error.ts'
import { observeRequests } from '#server-kit/http/request-scope.ts'
import { respond } from '#server-kit/http/respond.ts'
import { unknownRoute } from '#server-kit/http/unknown-route.ts'
import { requireKnownHost, requireSameOrigin } from './request-origin.ts'
import { setSecurityHeaders } from './security-headers.ts'

const SERVER_TO_SERVER = '/api/widget/sessions'
const WIDGET = '/api/widget/'
const CSP_REPORT = '/api/csp-report'
/** Maximum logged length of a path, in characters. */
const PATH_LOGGED_MAX = 200

/** An HTTP server without routes: the log, responses to errors, and the checks that all routes share. */
export function createHttp(
  ctx: HasClock & HasDatabase & HasLog & HasCookies & HasPublicUrl & HasKeyVault,
  onAnswer: BffOptions['onAnswer'],
): Hono<BffEnv> {
  const app = new Hono<BffEnv>()
  observe(app, ctx, onAnswer)
  guard(app, ctx)
  return app
}

/** Sets the security headers of each response. Errors become responses only here. */
function observe(
  app: Hono<BffEnv>,
  ctx: HasClock & HasLog & HasCookies,
  onAnswer: BffOptions['onAnswer'],
): void {
  observeRequests(app, {
    log: ctx.log,
    onBegin: (exchange, requestId) => exchange.set('requestId', requestId),
    onEnd: (exchange) => {
      const { res, req } = exchange
      if (!res.headers.has('x-request-id')) res.headers.set('x-request-id', exchange.var.requestId)
      setSecurityHeaders(ctx.settings, res)
      // Node would send the machine's time. A page needs the time of the clock from which the times in responses
      // come.
      if (req.path.startsWith('/api/')) res.headers.set('date', ctx.clock.now().toUTCString())
      const route = nameRoute(exchange)
      const line = { route, path: req.path.slice(0, PATH_LOGGED_MAX) }
      return { route, line }
    },
    onAnswer,
  })
  app.onError((error, exchange) => {
    const known = toHttpError(error)
    const requestId = exchange.var.requestId
    const line = { requestId, code: known.code, err: known }
    // A 501 is not a failure: the service lacks that extension.
    if (known.status >= 500 && known.status !== 501) ctx.log.error(line, 'request failed')
    else if (known.cause !== undefined) ctx.log.info(line, 'refused')
    return respondError(exchange.req.path, known)
  })
  app.notFound(({ req }) => respondError(req.path, unknownRoute(req.path)))
}

/** An error in the form of the path's protocol: the specification's envelope, or a SCIM document. */
function respondError(path: string, error: HttpError): Response {
  return isScimPath(path) ? scimErrorResponse(error) : respond(errorReply(error))
}

/** The route's pattern, for metric labels. Paths of files would create too many labels. */
function nameRoute(exchange: Exchange): string {
  return matchedRoutes(exchange).findLast(({ path }) => !path.endsWith('*'))?.path ?? 'file'
}

/** Applies the strict origin check to every route by default. Only the widget's paths have their own rules. */
function guard(app: Hono<BffEnv>, ctx: HasClock & HasDatabase & HasLog & HasPublicUrl & HasKeyVault): void {
  const forWidget = widgetOrigin(ctx)
  app.use(async (exchange, next) => {
    requireKnownHost(ctx.settings, exchange.req.raw)
    if (!isRouted(exchange) && !exchange.req.header('origin')) return next()
    const { path, method } = exchange.req
    if (path === SERVER_TO_SERVER || path === CSP_REPORT) return next()
    if (path.startsWith(HOSTED_WEBHOOKS) || isScimPath(path)) return next()
    if (path.startsWith(WIDGET)) return forWidget(exchange, next)
    const isFile =
      !path.startsWith('/api/') && (method === 'GET' || method === 'HEAD' || method === 'OPTIONS')
    if (!isFile) requireSameOrigin(ctx.settings, exchange.req.raw)
    return next()
  })
}

/**
 * Whether the path belongs to a route. A request without Origin for any other path gets a 404 without an origin
 * check, so that a backend that mistypes a path reads a 404.
 */
function isRouted(exchange: Exchange): boolean {
  return matchedRoutes(exchange).some(({ path }) => path !== '/*')
}
