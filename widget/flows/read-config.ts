import type { Config } from '#widget/answers.ts'
import type { FlowDeps } from '#widget/browser-deps.ts'
import { WidgetError } from '#widget/errors.ts'

/**
 * Reads the permissions of this widget token, once per flow.
 *
 * @throws WidgetError `OPERATION_NOT_ALLOWED` if it does not allow all of `operations`
 */
export async function readConfig(
  deps: Pick<FlowDeps, 'api' | 'clock' | 'branded'>,
  operations: readonly Config['operations'][number][],
  signal: AbortSignal,
  query?: string,
): Promise<{ config: Config; serverSeconds: () => number }> {
  const config = await deps.api.config(signal, query)
  const missing = operations.filter((operation) => !config.operations.includes(operation))
  if (missing.length > 0) {
    throw new WidgetError('OPERATION_NOT_ALLOWED', {
      detail: `the token does not allow ${missing.join(', ')}`,
    })
  }
  const atMs = deps.clock.now()
  // The server's time: from this response, plus the time that has passed on the device.
  const serverSeconds = () => Math.floor(config.serverTimeSeconds + (deps.clock.now() - atMs) / 1000)
  await deps.branded
  return { config, serverSeconds }
}
