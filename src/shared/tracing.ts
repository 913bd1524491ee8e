/**
 * Traces as every island knows them: a span has a name, a parent and an end. Who records them is decided where the
 * islands are wired; without a recorder the caller's `traceparent` is passed on as it came.
 * Source: W3C Trace Context, `traceparent` version 00.
 */
export type Tracing = {
  start: (span: {
    name: string
    kind: SpanKind
    parent?: string | undefined
    attributes?: SpanAttributes
  }) => Span
}

export type SpanKind = 'server' | 'client' | 'internal'
export type SpanAttributes = Record<string, string | number | boolean>

export type Span = {
  /** What is sent on with calls made within this span; undefined where nothing is known of any trace. */
  traceparent: string | undefined
  end: (outcome?: { failed?: boolean; attributes?: SpanAttributes }) => void
}

/** Records nothing. */
export const NO_TRACING: Tracing = {
  start: ({ parent }) => ({ traceparent: parent, end: () => undefined }),
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** The parts of a `traceparent` header, or undefined for what is none: it is then not passed on. */
export function parseTraceparent(
  header: string | null | undefined,
): { traceId: string; spanId: string; sampled: boolean } | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(header ?? '') ?? []
  if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(spanId)) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
