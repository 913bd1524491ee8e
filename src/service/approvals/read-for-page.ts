import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '#server-kit/http/http-error.ts'

/** A person waits for the page: after this time it is shown without what the chain says, in milliseconds. */
const TIMEOUT_MS = 3_000

/** What a page learns from the chain, or `otherwise` if the chain cannot be read or takes too long. */
export async function readForPage<Read, Otherwise>(
  read: Promise<Read>,
  otherwise: Otherwise,
): Promise<Read | Otherwise> {
  return Promise.race([read, wait(TIMEOUT_MS, otherwise, { ref: false })]).catch((error: unknown) => {
    if (error instanceof ApiError) return otherwise
    throw error
  })
}
