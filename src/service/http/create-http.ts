import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { HttpEnv } from './endpoint-routes.ts'
import { errorReply, loggableError, toHttpError } from '#server-kit/http/error-reply.ts'
import type { Metrics } from './metrics.ts'
import { requestIdOf } from '#server-kit/http/request-id.ts'
import {
  endRequestSpan,
  startRequestSpan,
  traceFields,
  withRequestScope,
} from '#server-kit/http/request-scope.ts'
import { completeAnswer, respond } from '#server-kit/http/respond.ts'
import { serviceError } from './service-error.ts'

/**
 * An application whose every answer is in the envelope and carries `x-request-id`, whose errors become
 * answers in one place, and which writes one log line for each request: route, never the URL (it can hold
 * an email address), never a body or a header. It counts and times each route, and opens one span for each
 * request below the caller's `traceparent`.
 */
export function createHttp(logger: Logger, metrics?: Metrics): Hono<HttpEnv> {
  const log = logger.child({}, { serializers: { err: loggableError } })
  const app = new Hono<HttpEnv>()
  app.use(async (c, next) => {
    const startedAt = performance.now()
    const { method, headers } = c.req.raw
    const id = requestIdOf(headers)
    const { span, context } = startRequestSpan(method, headers)
    c.set('requestId', id)
    c.set('notes', {})
    c.set('answering', { headers: { 'x-request-id': id } })
    metrics?.httpInFlight.inc()
    await withRequestScope({ requestId: id, context }, next)
    metrics?.httpInFlight.dec()
    completeAnswer(c.res, c.get('answering'))
    const seconds = (performance.now() - startedAt) / 1_000
    const { status } = c.res
    const notes = c.get('notes')
    const route = notes.route ?? 'none'
    metrics?.countAnswer({ route, method, status, seconds })
    endRequestSpan(span, { method, route, status })
    log.info(
      {
        requestId: id,
        ...traceFields(context),
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
