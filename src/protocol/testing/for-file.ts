import { afterAll } from 'vitest'

/** Starts a resource for a whole test file. It is stopped after the file's last test. */
export async function forFile<Started extends { stop: () => unknown } | { close: () => unknown }>(
  starting: Promise<Started>,
): Promise<Started> {
  const started = await starting
  afterAll(async () => void (await ('stop' in started ? started.stop() : started.close())))
  return started
}
