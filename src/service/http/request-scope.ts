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
    const result = await scopes.run({ ...scope, traceparent: started.traceparent }, work)
    started.end()
    return result
  } catch (error) {
    started.end({ failed: true })
    throw error
  }
}

/** The `traceparent` of the span at hand. */
export function currentTraceparent(): string | undefined {
  return scopes.getStore()?.traceparent
}
