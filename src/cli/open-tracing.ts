import { trace } from '@opentelemetry/api'
import type { Logger } from 'pino'
import { withDeadline } from '#server-kit/http/deadline.ts'
import type { Closing } from './closing-stack.ts'
import type { Settings } from './settings.ts'

const LAST_EXPORT_MS_MAX = 5_000

/**
 * Records traces if OTEL_EXPORTER_OTLP_ENDPOINT is set. Spans are sent in batches to a collector over
 * OTLP/HTTP. If the collector is down, only spans are lost. OpenTelemetry's own variables
 * (`OTEL_EXPORTER_OTLP_HEADERS`, …) configure the rest. Without a collector only OpenTelemetry's API is
 * loaded.
 */
export async function openTracing({ tracesUrl, role }: Settings, log: Logger): Promise<Closing> {
  if (tracesUrl === undefined) return { close: () => Promise.resolve() }
  const [{ OTLPTraceExporter }, { resourceFromAttributes }, { BasicTracerProvider, BatchSpanProcessor }] =
    await Promise.all([
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-base'),
    ])
  const exporter = new OTLPTraceExporter({ url: `${tracesUrl.replace(/\/$/, '')}/v1/traces` })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': role === 'bff' ? 'latchkey-bff' : 'latchkey' }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  trace.setGlobalTracerProvider(provider)
  return {
    close: async () => {
      trace.disable()
      // An unresponsive collector must not keep the process from exiting.
      await withDeadline(LAST_EXPORT_MS_MAX, () => provider.shutdown()).catch((cause: unknown) =>
        log.warn({ err: cause }, 'the last spans could not be sent'),
      )
    },
  }
}
