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

/** State shared by all work for one request. Background work has no such state. */
type RequestScope = { requestId: string; context: Context; waits: Waits }

/** Waits of one request, in milliseconds. Waits at the same time count once. */
type Waits = {
  open: number
  sinceMs: number
  totalMs: number
  /** Waits of the outer request, if another request within the process caused this one. */
  outer: Waits | undefined
}

const scopes = new AsyncLocalStorage<RequestScope>()
const w3c = new W3CTraceContextPropagator()

/** Runs `work` for a request. Log lines and spans inside it carry the request's ids. */
export function withRequestScope<Result>(
  { waits = openWaits(), ...scope }: Omit<RequestScope, 'waits'> & { waits?: Waits },
  work: () => Result,
): Result {
  return scopes.run({ ...scope, waits }, work)
}

function openWaits(): Waits {
  return { open: 0, sinceMs: 0, totalMs: 0, outer: scopes.getStore()?.waits }
}

/**
 * Runs a wait that the caller of the current request asked for (such as a long poll) or causes by its other requests.
 * The time of the wait does not count as latency.
 */
export async function whileWaiting<Result>(wait: () => Promise<Result>): Promise<Result> {
  const all: Waits[] = []
  for (let waits = scopes.getStore()?.waits; waits !== undefined; waits = waits.outer) all.push(waits)
  for (const waits of all) {
    if (waits.open === 0) waits.sinceMs = performance.now()
    waits.open += 1
  }
  try {
    return await wait()
  } finally {
    for (const waits of all) {
      waits.open -= 1
      if (waits.open === 0) waits.totalMs += performance.now() - waits.sinceMs
    }
  }
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
 * Starts the request's span as a child of the caller's `traceparent`. The span is recorded if the process has
 * registered a tracer. Otherwise the caller's own span is passed on unchanged.
 */
export function startRequestSpan(method: string, headers: Headers): { span: Span; context: Context } {
  const parent = w3c.extract(ROOT_CONTEXT, headers, {
    get: (from, name) => from.get(name) ?? undefined,
    keys: (from) => [...from.keys()],
  })
  const span = tracer().startSpan(method, { kind: SpanKind.SERVER }, parent)
  return { span, context: trace.setSpan(parent, span) }
}

/** `route` is the pattern, never the path. `seconds` is the latency, without the waits of `whileWaiting`. */
export type Answered = { route: string; method: string; status: number; seconds: number }

type Observation<HttpEnv extends Env> = {
  log: Logger
  /** Called first for each request. */
  onBegin: (exchange: Exchange<HttpEnv>, requestId: string) => void
  /** Called when the response exists. Adds missing headers and returns the fields of the log line. */
  onEnd: (exchange: Exchange<HttpEnv>) => { route: string; line: object }
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
    const waits = openWaits()
    await withRequestScope({ requestId, context, waits }, next)
    const { route, line } = onEnd(exchange)
    const seconds = (performance.now() - startedAt - waits.totalMs) / 1_000
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
    const waited = waits.totalMs === 0 ? {} : { waitedMs: Math.round(waits.totalMs) }
    log.info({ requestId, ...traceFields(context), method, status, ms, ...waited, ...line }, 'request')
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
