import type { Config } from '#widget/answers.ts'
import type { WidgetApi } from '#widget/api.ts'
import { serverSeconds, type Clock } from '#widget/clock.ts'
import { WidgetError } from '#widget/errors.ts'

/**
 * Asks the server what this token may do, once per flow.
 *
 * @throws WidgetError `OPERATION_NOT_ALLOWED` when it does not allow all of `operations`.
 */
export async function readConfig(
  deps: { api: WidgetApi; clock: Clock },
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
  const answered = { serverTimeSeconds: config.serverTimeSeconds, atMs: deps.clock.now() }
  return { config, serverSeconds: () => serverSeconds(deps.clock, answered) }
}
