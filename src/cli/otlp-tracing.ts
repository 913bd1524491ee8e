import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Logger } from 'pino'
import { parseTraceparent, type Tracing } from '#shared/tracing.ts'
import type { Closing } from './closing-stack.ts'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }
const LAST_EXPORT_MS_MAX = 5_000

/**
 * Sends spans to a collector over OTLP/HTTP, in batches beside the requests: a collector that is away costs
 * spans and nothing else. Other settings are OpenTelemetry's own variables (`OTEL_EXPORTER_OTLP_HEADERS`, …).
 */
export function createOtlpTracing(options: {
  tracesUrl: string
  serviceName: string
  log: Logger
}): { tracing: Tracing } & Closing {
  const exporter = new OTLPTraceExporter({ url: `${options.tracesUrl.replace(/\/$/, '')}/v1/traces` })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.serviceName }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('latchkey')
  const start: Tracing['start'] = ({ name, kind, parent, attributes = {} }) => {
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent))
    const { traceId, spanId, traceFlags } = span.spanContext()
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      end: (outcome = {}) => {
        const route = outcome.attributes?.['http.route']
        if (route !== undefined) span.updateName(`${name} ${String(route)}`)
        span.setAttributes(outcome.attributes ?? {})
        if (outcome.failed === true) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }
  return { tracing: { start }, close: () => end(provider, options.log) }
}

function contextOf(traceparent: string | undefined) {
  const parent = parseTraceparent(traceparent)
  if (parent === undefined) return ROOT_CONTEXT
  const { traceId, spanId, sampled } = parent
  const traceFlags = sampled ? TraceFlags.SAMPLED : TraceFlags.NONE
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** The last spans are sent, unless the collector keeps the process from ending. */
async function end(provider: BasicTracerProvider, log: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LAST_EXPORT_MS_MAX)
  })
  await Promise.race([provider.shutdown(), late]).catch((cause: unknown) =>
    log.warn({ err: cause }, 'the last spans could not be sent'),
  )
  clearTimeout(timer)
}
