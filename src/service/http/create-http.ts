import { Hono } from 'hono'
import type { Logger } from 'pino'
import { NO_TRACING, parseTraceparent, type Tracing } from '#shared/tracing.ts'
import type { HttpEnv } from './endpoint-routes.ts'
import { errorReply, loggableError, toHttpError } from '#server-kit/http/error-reply.ts'
import type { Metrics } from './metrics.ts'
import { requestIdOf } from '#server-kit/http/request-id.ts'
import { withRequestScope } from './request-scope.ts'
import { completeAnswer, respond } from '#server-kit/http/respond.ts'
import { serviceError } from './service-error.ts'

/**
 * An application whose every answer is in the envelope and carries `x-request-id`, whose errors become
 * answers in one place, and which writes one log line for each request: route, never the URL (it can hold
 * an email address), never a body or a header. It counts and times each route, and opens one span for each
 * request below the caller's `traceparent`.
 */
export function createHttp(
  logger: Logger,
  { metrics, tracing = NO_TRACING }: { metrics?: Metrics | undefined; tracing?: Tracing | undefined } = {},
): Hono<HttpEnv> {
  const log = logger.child({}, { serializers: { err: loggableError } })
  const app = new Hono<HttpEnv>()
  app.use(async (c, next) => {
    const startedAt = performance.now()
    const { headers } = c.req.raw
    const id = requestIdOf(headers)
    const given = headers.get('traceparent') ?? undefined
    const parent = parseTraceparent(given) === undefined ? undefined : given
    const span = tracing.start({ name: c.req.method, kind: 'server', parent })
    c.set('requestId', id)
    c.set('notes', {})
    c.set('answering', { headers: { 'x-request-id': id } })
    metrics?.httpInFlight.inc()
    await withRequestScope({ requestId: id, traceparent: span.traceparent }, next)
    metrics?.httpInFlight.dec()
    completeAnswer(c.res, c.get('answering'))
    const seconds = (performance.now() - startedAt) / 1_000
    const { method } = c.req
    const { status } = c.res
    const notes = c.get('notes')
    const route = notes.route ?? 'none'
    metrics?.countAnswer({ route, method, status, seconds })
    span.end({
      failed: status >= 500,
      attributes: { 'http.route': route, 'http.request.method': method, 'http.response.status_code': status },
    })
    const traceId = parseTraceparent(span.traceparent)?.traceId
    log.info(
      {
        requestId: id,
        ...(traceId && { traceId }),
        method,
        status,
        ms: Math.round(seconds * 10_000) / 10,
        ...notes,
      },
      'request',
    )
  })
  app.onError((error, c) => {
    const known = toHttpError(error)
    if (known.status >= 500) {
      log.error({ requestId: c.get('requestId'), ...c.get('notes'), err: error }, known.code)
    }
    return respond(errorReply(known), c.get('answering'))
  })
  app.notFound((c) => respond(errorReply(serviceError('NOT_FOUND')), c.get('answering')))
  return app
}
