import { AsyncLocalStorage } from 'node:async_hooks'
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { randomUUID } from 'node:crypto'

/** What everything done for one request has in common. Work in the background has none. */
type RequestScope = { requestId: string; context: Context }

const scopes = new AsyncLocalStorage<RequestScope>()
const w3c = new W3CTraceContextPropagator()

/** Runs `work` for a request: lines logged and spans opened below it carry its ids. */
export function withRequestScope<Result>(scope: RequestScope, work: () => Result): Result {
  return scopes.run(scope, work)
}

/** The fields of a log line about the request at hand; nothing outside of one. */
export function requestFields(): { requestId?: string; traceId?: string } {
  const scope = scopes.getStore()
  return scope === undefined ? {} : { requestId: scope.requestId, ...traceFields(scope.context) }
}

export function traceFields(context: Context): { traceId?: string } {
  const span = trace.getSpanContext(context)
  return span !== undefined && isSpanContextValid(span) ? { traceId: span.traceId } : {}
}

/**
 * The span of a request, below the caller's `traceparent`. It is recorded where the process has registered a tracer; else it
 * is the caller's own, which is so passed on as it came.
 */
export function startRequestSpan(method: string, headers: Headers): { span: Span; context: Context } {
  const parent = w3c.extract(ROOT_CONTEXT, headers, {
    get: (from, name) => from.get(name) ?? undefined,
    keys: (from) => [...from.keys()],
  })
  const span = tracer().startSpan(method, { kind: SpanKind.SERVER }, parent)
  return { span, context: trace.setSpan(parent, span) }
}

/** Named by the route and never by the path, which may hold private data. */
export function endRequestSpan(
  span: Span,
  { method, route, status }: { method: string; route: string; status: number },
): void {
  span.updateName(`${method} ${route}`)
  span.setAttributes({
    'http.route': route,
    'http.request.method': method,
    'http.response.status_code': status,
  })
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** A span for a call to something else, below the span at hand; none where its trace is not recorded, nor outside of a request. */
export function startCallSpan(name: string): Span | undefined {
  const context = scopes.getStore()?.context
  if (context === undefined || trace.getSpan(context)?.isRecording() !== true) return undefined
  return tracer().startSpan(name, { kind: SpanKind.CLIENT }, context)
}

/** One span for a call around `work`. */
export async function inCallSpan<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const span = startCallSpan(name)
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

/** Another service's spans lie below the one at hand: its `traceparent` goes into the headers of the call. */
export function passTraceOn(headers: Headers): void {
  const context = scopes.getStore()?.context
  if (context !== undefined) w3c.inject(context, headers, { set: (to, name, value) => to.set(name, value) })
}

/** Asked for each time: the tracer is registered when the process starts, and in tests later. */
function tracer() {
  return trace.getTracer('latchkey')
}

/** A caller's own id is used when it is short and plain, so that it can stand in a log line as it is. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get('x-request-id')
  return given !== null && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : randomUUID()
}
