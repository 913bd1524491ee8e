import { afterAll } from 'vitest'

/** What a test file needs from its beginning on; it is stopped when the file's last test has ended. */
export async function forFile<Started extends { stop: () => unknown } | { close: () => unknown }>(
  starting: Promise<Started>,
): Promise<Started> {
  const started = await starting
  afterAll(async () => void (await ('stop' in started ? started.stop() : started.close())))
  return started
}
