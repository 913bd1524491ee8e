import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { HttpEnv } from './endpoint-routes.ts'
import { errorReply, loggableError, toServiceError } from './error-response.ts'
import { requestId } from './request-id.ts'
import { respond } from './respond.ts'
import { serviceError } from './service-error.ts'

/**
 * An application whose every answer is in the envelope and carries `x-request-id`, whose errors become
 * answers in one place, and which writes one log line for each request: route, never the URL (it can hold
 * an email address), never a body or a header.
 */
export function createHttp(logger: Logger): Hono<HttpEnv> {
  const log = logger.child({}, { serializers: { err: loggableError } })
  const app = new Hono<HttpEnv>()
  app.use(async (c, next) => {
    const startedAt = performance.now()
    const id = requestId(c.req.raw.headers)
    c.set('requestId', id)
    c.set('notes', {})
    await next()
    c.res.headers.set('x-request-id', id)
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    log.info({ requestId: id, method: c.req.method, status: c.res.status, ms, ...c.get('notes') }, 'request')
  })
  app.onError((error, c) => {
    const known = toServiceError(error)
    if (known.status >= 500) {
      log.error({ requestId: c.get('requestId'), ...c.get('notes'), err: error }, known.code)
    }
    return respond(errorReply(known))
  })
  app.notFound(() => respond(errorReply(serviceError('NOT_FOUND'))))
  return app
}
