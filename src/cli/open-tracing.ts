import type { Logger } from 'pino'
import { NO_TRACING, type Tracing } from '#shared/tracing.ts'
import type { Closing } from './closing-stack.ts'
import type { Settings } from './settings.ts'

/** Records traces where OTEL_EXPORTER_OTLP_ENDPOINT says; without it nothing of OpenTelemetry is loaded. */
export async function openTracing(
  { tracesUrl, role }: Settings,
  log: Logger,
): Promise<{ tracing: Tracing } & Closing> {
  if (tracesUrl === undefined) return { tracing: NO_TRACING, close: () => Promise.resolve() }
  const { createOtlpTracing } = await import('./otlp-tracing.ts')
  return createOtlpTracing({ tracesUrl, serviceName: role === 'bff' ? 'latchkey-bff' : 'latchkey', log })
}
