import { TestRunner, vi } from 'vitest'
import { withLimit } from '#protocol/testing/with-limit.ts'

/**
 * Gives the loading of a file the limit of a test. Vitest itself limits only tests and hooks, so that a top-level
 * `await` could wait for ever. The file fails, and the worker continues with the next file.
 */
export default class LimitedLoading extends TestRunner {
  override async importFile(path: string, source: 'collect' | 'setup'): Promise<unknown> {
    // A failed test of the previous file may have left fake timers. With them, every wait would last for ever.
    vi.useRealTimers()
    const waitMsMax = this.config.testTimeout
    const late = new Error(
      `${path} was not loaded within ${waitMsMax / 1_000} s. It, or a module that it imports, still waits at a top-level await.`,
    )
    return withLimit(Promise.resolve(super.importFile(path, source)), { waitMsMax, late })
  }
}
