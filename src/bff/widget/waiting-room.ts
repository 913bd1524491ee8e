import { bffError } from '#bff/http/exchange.ts'

/**
 * Maximum waiting requests per token. A page has one waiting request. After a reload or a lost connection, the old
 * request remains for a moment.
 */
const WAITS_PER_TOKEN_MAX = 4
/** Maximum waiting requests per process. Further requests get an immediate response. */
const WAITS_MAX = 10_000

type WaitingRoom = {
  /**
   * Counts a request of a token. Returns a function that ends the wait, or undefined if too many requests of the
   * process wait.
   *
   * @throws RATE_LIMITED if too many requests of the token wait
   */
  enter: (tokenHash: string) => (() => void) | undefined
}

/** Counts the requests of this process that wait for a change. */
export function createWaitingRoom(): WaitingRoom {
  const waits = new Map<string, number>()
  let total = 0
  return {
    enter(tokenHash) {
      const held = waits.get(tokenHash) ?? 0
      if (held >= WAITS_PER_TOKEN_MAX) throw bffError('RATE_LIMITED', { headers: { 'retry-after': '2' } })
      if (total >= WAITS_MAX) return undefined
      total += 1
      waits.set(tokenHash, held + 1)
      return () => {
        total -= 1
        const left = (waits.get(tokenHash) ?? 1) - 1
        if (left > 0) waits.set(tokenHash, left)
        else waits.delete(tokenHash)
      }
    },
  }
}
