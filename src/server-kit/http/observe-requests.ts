import type { Context, Env, Hono } from 'hono'
import type { Logger } from 'pino'
import {
  requestIdOf,
  endRequestSpan,
  startRequestSpan,
  traceFields,
  withRequestScope,
} from './request-scope.ts'

/** `route` is the pattern and never the path. */
export type Answered = { route: string; method: string; status: number; seconds: number }

type Observation<HttpEnv extends Env> = {
  log: Logger
  /** Before anything else is done for the request. */
  onBegin: (exchange: Context<HttpEnv>, requestId: string) => void
  /** The answer exists: headers it lacks are added, and the log line gets its fields. */
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
  const { log, onBegin, onEnd, onAnswer } = observation
  app.use(async (exchange, next) => {
    const startedAt = performance.now()
    const { method, raw } = exchange.req
    const requestId = requestIdOf(raw.headers)
    const { span, context } = startRequestSpan(method, raw.headers)
    onBegin(exchange, requestId)
    await withRequestScope({ requestId, context }, next)
    const { route, waitedMs = 0, line } = onEnd(exchange)
    const seconds = (performance.now() - startedAt - waitedMs) / 1_000
    const { status } = exchange.res
    onAnswer?.({ route, method, status, seconds })
    endRequestSpan(span, { method, route, status })
    const ms = Math.round(seconds * 10_000) / 10
    log.info({ requestId, ...traceFields(context), method, status, ms, ...line }, 'request')
  })
}
