import { afterAll } from 'vitest'
import { withLimit } from './with-limit.ts'

/** Limit of the start, in milliseconds. Longer than one wait (`waitFor`), and shorter than the limit of a file. */
const START_MS_MAX = 240_000

/**
 * Starts a resource for a whole test file. It is stopped after the file's last test.
 *
 * @throws Error with the line that starts the resource, if it does not start in time
 */
export async function forFile<Started extends { stop: () => unknown } | { close: () => unknown }>(
  starting: Promise<Started>,
): Promise<Started> {
  const late = new Error(`The resource of this file did not start within ${START_MS_MAX / 1_000} s`)
  const started = await withLimit(starting, { waitMsMax: START_MS_MAX, late })
  afterAll(async () => void (await ('stop' in started ? started.stop() : started.close())))
  return started
}
