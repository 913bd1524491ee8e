import { AsyncLocalStorage } from 'node:async_hooks'
import type { SpanAttributes, SpanKind, Tracing } from '#shared/tracing.ts'

/** What everything done for one request has in common. Work in the background has none. */
export type RequestScope = { requestId: string; traceparent: string | undefined }

const scopes = new AsyncLocalStorage<RequestScope>()

/** Runs `work` for a request: lines logged and spans opened below it carry its ids. */
export function withRequestScope<Result>(scope: RequestScope, work: () => Result): Result {
  return scopes.run(scope, work)
}

/** What a log line says of the request at hand; nothing outside of one. */
export function requestFields(): { requestId?: string; traceId?: string } {
  const scope = scopes.getStore()
  if (scope === undefined) return {}
  const traceId = scope.traceparent?.split('-')[1]
  return traceId === undefined ? { requestId: scope.requestId } : { requestId: scope.requestId, traceId }
}

/** One span around `work`, below the span at hand. Background work is not traced: it would never end in a request. */
export async function inSpan<Result>(
  tracing: Tracing,
  span: { name: string; kind: SpanKind; attributes?: SpanAttributes },
  work: () => Promise<Result>,
): Promise<Result> {
  const scope = scopes.getStore()
  if (scope === undefined) return work()
  const started = tracing.start({ ...span, parent: scope.traceparent })
  try {
    const result = await runBelow(scope, started.traceparent, work)
    started.end()
    return result
  } catch (error) {
    started.end({ failed: true })
    throw error
  }
}

/** A scope of its own only where somebody records: each costs every promise below it some time. */
function runBelow<Result>(
  scope: RequestScope,
  traceparent: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  return traceparent === scope.traceparent ? work() : scopes.run({ ...scope, traceparent }, work)
}

/** The `traceparent` of the span at hand. */
export function currentTraceparent(): string | undefined {
  return scopes.getStore()?.traceparent
}
