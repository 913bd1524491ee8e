import { rateLimited } from '#server-kit/http/http-error.ts'
import { whileWaiting } from '#server-kit/http/request-scope.ts'
import type { RequestLimits } from '#service/context-parts.ts'
import type { AuthenticatedKey } from './authenticate-key.ts'

const RETRY_MS = 1_000

type Caller = Pick<AuthenticatedKey, 'keyId' | 'organizationId'>

export type EnteredRequest = {
  /** Ends the request, so that it no longer counts. Call it once there is a response. */
  leave: () => void
  /**
   * Runs a wait for an event. Meanwhile the request counts as waiting instead of in progress. Waiting requests have
   * separate limits of the same size, so that a few listeners do not use up a key.
   *
   * @throws RATE_LIMITED with Retry-After
   */
  waitAside: <Result>(wait: () => Promise<Result>) => Promise<Result>
}

/** Limits how many requests of a key and of an organization this process handles at once (ADR 0014). */
export function createRequestsAtOnce({
  keyRequestsAtOnce,
  organizationRequestsAtOnce,
}: Pick<RequestLimits, 'keyRequestsAtOnce' | 'organizationRequestsAtOnce'>): {
  enter: (key: Caller) => EnteredRequest
} {
  const inProgress = createCounts()
  const waiting = createCounts()

  /** @throws RATE_LIMITED with Retry-After; a refused request is not counted */
  const add = (counts: Counts, { keyId, organizationId }: Caller): void => {
    const isOver =
      counts.read(keyId) >= keyRequestsAtOnce || counts.read(organizationId) >= organizationRequestsAtOnce
    if (isOver) throw rateLimited(RETRY_MS)
    move(counts, { keyId, organizationId }, 1)
  }
  const move = (counts: Counts, { keyId, organizationId }: Caller, by: 1 | -1): void => {
    counts.change(keyId, by)
    counts.change(organizationId, by)
  }
  const enter = (key: Caller): EnteredRequest => {
    add(inProgress, key)
    let isOpen = true
    return {
      leave: () => {
        if (!isOpen) return
        isOpen = false
        move(inProgress, key, -1)
      },
      waitAside: async (wait) => {
        add(waiting, key)
        move(inProgress, key, -1)
        try {
          return await whileWaiting(wait)
        } finally {
          move(waiting, key, -1)
          move(inProgress, key, 1)
        }
      },
    }
  }
  return { enter }
}

type Counts = ReturnType<typeof createCounts>

/** Counts by key and by organization. A count at zero is removed. */
function createCounts() {
  const counts = new Map<string, number>()
  const read = (owner: string): number => counts.get(owner) ?? 0
  const change = (owner: string, by: 1 | -1): void => {
    const left = read(owner) + by
    if (left === 0) counts.delete(owner)
    else counts.set(owner, left)
  }
  return { read, change }
}
