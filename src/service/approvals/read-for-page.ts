import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '#server-kit/http/http-error.ts'

/** Maximum time that a page waits for data from the chain, in milliseconds. The page is then shown without it. */
const TIMEOUT_MS = 3_000

/** Returns data that a page reads from the chain, or `otherwise` if the chain cannot be read or takes too long. */
export async function readForPage<Read, Otherwise>(
  read: Promise<Read>,
  otherwise: Otherwise,
): Promise<Read | Otherwise> {
  return Promise.race([read, wait(TIMEOUT_MS, otherwise, { ref: false })]).catch((error: unknown) => {
    if (error instanceof ApiError) return otherwise
    throw error
  })
}
