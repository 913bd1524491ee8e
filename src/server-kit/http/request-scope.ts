import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { Context as Exchange, Env, Hono } from 'hono'
import type { Logger } from 'pino'

/** State shared by all work for one request. Background work has none. */
type RequestScope = { requestId: string; context: Context }

const scopes = new AsyncLocalStorage<RequestScope>()
const w3c = new W3CTraceContextPropagator()

/** Runs `work` for a request. Log lines and spans inside it carry the request's ids. */
export function withRequestScope<Result>(scope: RequestScope, work: () => Result): Result {
  return scopes.run(scope, work)
}

/** Log fields of the current request. Empty outside a request. */
export function requestFields(): { requestId?: string; traceId?: string } {
  const scope = scopes.getStore()
  return scope === undefined ? {} : { requestId: scope.requestId, ...traceFields(scope.context) }
}

function traceFields(context: Context): { traceId?: string } {
  const span = trace.getSpanContext(context)
  return span !== undefined && isSpanContextValid(span) ? { traceId: span.traceId } : {}
}

/**
 * Starts the request's span as a child of the caller's `traceparent`. It is recorded if the process has
 * registered a tracer. Otherwise it is the caller's own span, which is passed on unchanged.
 */
export function startRequestSpan(method: string, headers: Headers): { span: Span; context: Context } {
  const parent = w3c.extract(ROOT_CONTEXT, headers, {
    get: (from, name) => from.get(name) ?? undefined,
    keys: (from) => [...from.keys()],
  })
  const span = tracer().startSpan(method, { kind: SpanKind.SERVER }, parent)
  return { span, context: trace.setSpan(parent, span) }
}

/** `route` is the pattern, never the path. */
export type Answered = { route: string; method: string; status: number; seconds: number }

type Observation<HttpEnv extends Env> = {
  log: Logger
  /** Called first for each request. */
  onBegin: (exchange: Exchange<HttpEnv>, requestId: string) => void
  /** Called when the response exists. Adds missing headers and returns the fields of the log line. */
  onEnd: (exchange: Exchange<HttpEnv>) => { route: string; waitedMs?: number | undefined; line: object }
  onAnswer?: ((answer: Answered, exchange: Exchange<HttpEnv>) => void) | undefined
}

/**
 * Creates one id, one span below the caller's `traceparent` and one log line per request. The line never
 * contains the URL, whose query can hold an email address, nor a body or a header.
 */
export function observeRequests<HttpEnv extends Env>(
  app: Hono<HttpEnv>,
  observation: Observation<HttpEnv>,
): void {
  const { log, onBegin, onEnd, onAnswer } = observation
  app.use(async (exchange, next) => {
    const startedAt = performance.now()
    const { method, raw } = exchange.req
    const requestId = readRequestId(raw.headers)
    const { span, context } = startRequestSpan(method, raw.headers)
    onBegin(exchange, requestId)
    await withRequestScope({ requestId, context }, next)
    const { route, waitedMs = 0, line } = onEnd(exchange)
    const seconds = (performance.now() - startedAt - waitedMs) / 1_000
    const { status } = exchange.res
    onAnswer?.({ route, method, status, seconds }, exchange)
    // The span is named by the route, because the path may hold private data.
    span.updateName(`${method} ${route}`)
    span.setAttributes({
      'http.route': route,
      'http.request.method': method,
      'http.response.status_code': status,
    })
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
    const ms = Math.round(seconds * 10_000) / 10
    log.info({ requestId, ...traceFields(context), method, status, ms, ...line }, 'request')
  })
}

/**
 * Starts a span for an outgoing call, as a child of the current span. Undefined outside a request or if its
 * trace is not recorded.
 */
export function startCallSpan(name: string, attributes: Attributes = {}): Span | undefined {
  const context = scopes.getStore()?.context
  if (context === undefined || trace.getSpan(context)?.isRecording() !== true) return undefined
  return tracer().startSpan(name, { kind: SpanKind.CLIENT, attributes }, context)
}

export async function inCallSpan<Result>(
  name: string,
  work: () => Promise<Result>,
  attributes: Attributes = {},
): Promise<Result> {
  const span = startCallSpan(name, attributes)
  const scope = scopes.getStore()
  if (span === undefined || scope === undefined) return work()
  try {
    return await scopes.run({ ...scope, context: trace.setSpan(scope.context, span) }, work)
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

/**
 * Adds the current `traceparent` to an outgoing call's headers, so that the other service's spans become
 * children.
 */
export function passTraceOn(headers: Headers): void {
  const context = scopes.getStore()?.context
  if (context !== undefined) w3c.inject(context, headers, { set: (to, name, value) => to.set(name, value) })
}

/** Returns the tracer. It is read on each use, because it is registered when the process starts, and later in tests. */
function tracer() {
  return trace.getTracer('latchkey')
}

/** Returns the caller's own id if it is short and plain enough for a log line, or a new one. */
export function readRequestId(headers: Headers): string {
  const given = headers.get('x-request-id')
  return given !== null && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : randomUUID()
}
