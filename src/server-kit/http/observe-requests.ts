import type { Context, Env, Hono } from 'hono'
import type { Logger } from 'pino'
import { NO_TRACING, parseTraceparent, type Tracing } from '#shared/tracing.ts'
import { requestIdOf } from './request-id.ts'
import { withRequestScope } from './request-scope.ts'

/** `route` is the pattern and never the path. */
export type Answered = { route: string; method: string; status: number; seconds: number }

type Observation<HttpEnv extends Env> = {
  log: Logger
  tracing?: Tracing | undefined
  /** Before anything else is done for the request. */
  onBegin: (exchange: Context<HttpEnv>, requestId: string) => void
  /** The answer is there: what it still lacks is added, and the log line gets its own words. */
  onEnd: (exchange: Context<HttpEnv>) => { route: string; waitedMs?: number | undefined; line: object }
  onAnswer?: ((answer: Answered) => void) | undefined
}

/**
 * One id, one span below the caller's `traceparent` and one log line for each request: never the URL (its query can hold
 * an email address), never a body or a header.
 */
export function observeRequests<HttpEnv extends Env>(
  app: Hono<HttpEnv>,
  observation: Observation<HttpEnv>,
): void {
  const { log, tracing = NO_TRACING, onBegin, onEnd, onAnswer } = observation
  app.use(async (exchange, next) => {
    const startedAt = performance.now()
    const { method, raw } = exchange.req
    const requestId = requestIdOf(raw.headers)
    const given = raw.headers.get('traceparent') ?? undefined
    const parent = parseTraceparent(given) === undefined ? undefined : given
    const span = tracing.start({ name: method, kind: 'server', parent })
    onBegin(exchange, requestId)
    await withRequestScope({ requestId, traceparent: span.traceparent }, next)
    const { route, waitedMs = 0, line } = onEnd(exchange)
    const seconds = (performance.now() - startedAt - waitedMs) / 1_000
    const { status } = exchange.res
    onAnswer?.({ route, method, status, seconds })
    span.end({
      failed: status >= 500,
      attributes: { 'http.route': route, 'http.request.method': method, 'http.response.status_code': status },
    })
    const traceId = parseTraceparent(span.traceparent)?.traceId
    const ms = Math.round(seconds * 10_000) / 10
    log.info({ requestId, ...(traceId && { traceId }), method, status, ms, ...line }, 'request')
  })
}
