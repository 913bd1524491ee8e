import { bffError } from '#bff/http/bff-error.ts'

/** A page holds one; a reload leaves the old one behind for a moment, and so does a lost connection. */
const WAITS_PER_TOKEN_MAX = 4
/** Beyond this many in one process nobody waits, and everybody is answered at once. */
const WAITS_MAX = 10_000

/** Counts the requests of this process that wait for news. */
export type WaitingRoom = {
  /**
   * Takes a place for a token; the answered function gives it back. Undefined when all are taken.
   *
   * @throws RATE_LIMITED when the token holds its share already
   */
  enter: (tokenHash: string) => (() => void) | undefined
}

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
