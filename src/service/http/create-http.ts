import { Hono } from 'hono'
import type { Logger } from 'pino'
import { errorReply, loggableError, toHttpError } from '#server-kit/http/error-reply.ts'
import { observeRequests } from '#server-kit/http/request-scope.ts'
import { completeAnswer, respond } from '#server-kit/http/respond.ts'
import { unknownRoute } from '#server-kit/http/unknown-route.ts'
import type { RecordRequest } from './admission.ts'
import type { HttpEnv } from './endpoint-routes.ts'
import type { Metrics } from './metrics.ts'

/**
 * An application whose every response has the envelope and `x-request-id`. One function turns errors into
 * responses. The application writes one log line per request. The line has the route, and never a body, a header or
 * the URL, which can contain an email address. The application counts and times each route, opens one span per
 * request below the caller's `traceparent`, and records responses to keys.
 */
export function createHttp(logger: Logger, metrics?: Metrics, record?: RecordRequest): Hono<HttpEnv> {
  const log = logger.child({}, { serializers: { err: loggableError } })
  const app = new Hono<HttpEnv>()
  observeRequests(app, {
    log,
    onBegin: (c, requestId) => {
      c.set('requestId', requestId)
      c.set('notes', {})
      c.set('answering', { headers: { 'x-request-id': requestId } })
      metrics?.httpInFlight.inc()
    },
    onEnd: (c) => {
      metrics?.httpInFlight.dec()
      completeAnswer(c.res, c.get('answering'))
      const notes = c.get('notes')
      return { route: notes.route ?? 'none', line: notes }
    },
    onAnswer: (answered, c) => {
      metrics?.countAnswer(answered)
      const { requestId, endpoint, refusal, notes } = c.var
      if (notes.keyId === undefined) return
      const path = identifiedPath(answered.route, c.req.path)
      record?.({ ...answered, keyId: notes.keyId, path, requestId, client: c.env?.client, endpoint, refusal })
    },
  })
  app.onError((error, c) => {
    const known = toHttpError(error)
    c.set('refusal', known)
    if (known.status >= 500) {
      log.error({ requestId: c.get('requestId'), ...c.get('notes'), err: error }, known.code)
    }
    return respond(errorReply(known), c.get('answering'))
  })
  app.notFound((c) => respond(errorReply(unknownRoute(c.req.path)), c.get('answering')))
  return app
}

const IDENTIFIER = /^[0-9A-Za-z-]{1,80}$/

/**
 * The called path. Each part that is not an identifier is replaced with its name in the route, because a caller may
 * have written an email address there.
 */
function identifiedPath(route: string, path: string): string {
  const names = route.split('/').toReversed()
  const parts = path.split('/').toReversed()
  const shown = parts.map((part, index) => (IDENTIFIER.test(part) ? part : (names[index] ?? part)))
  return shown.toReversed().join('/')
}
