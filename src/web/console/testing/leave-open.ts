import { onTestFinished } from 'vitest'

/**
 * A response that does not come during the test. The request ends with the test, because the lookup of addresses
 * waits for all open requests, also in later tests.
 */
export function leaveOpen(): Promise<never> {
  return new Promise((_, reject) => {
    onTestFinished(() => reject(new DOMException('The test has ended.', 'AbortError')))
  })
}
