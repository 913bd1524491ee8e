import { trace } from '@opentelemetry/api'
import type { Logger } from 'pino'
import type { Closing } from './closing-stack.ts'
import type { Settings } from './settings.ts'

const LAST_EXPORT_MS_MAX = 5_000

/**
 * Records traces where OTEL_EXPORTER_OTLP_ENDPOINT is set: sends spans to a collector over OTLP/HTTP, in batches next to the
 * requests, so that one that is away costs spans and nothing else. Other settings are OpenTelemetry's own variables
 * (`OTEL_EXPORTER_OTLP_HEADERS`, …). Without a collector nothing but OpenTelemetry's API is loaded.
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
      await shutDown(provider, log)
    },
  }
}

/** The last spans are sent, unless the collector keeps the process from ending. */
async function shutDown(provider: { shutdown: () => Promise<void> }, log: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LAST_EXPORT_MS_MAX)
  })
  await Promise.race([provider.shutdown(), late]).catch((cause: unknown) =>
    log.warn({ err: cause }, 'the last spans could not be sent'),
  )
  clearTimeout(timer)
}
