/**
 * Pause between the first two broadcasts of a settled transaction that the node does not have, in milliseconds. It
 * doubles with each further broadcast.
 */
const FIRST_WAIT_MS = 5_000
const WAIT_MS_MAX = 5 * 60_000

type Offers = { times: number; nextAtMs: number }

/**
 * Limits how often settled transactions that the node does not have are broadcast, by nonce. A node may lag for long,
 * and a provider may charge for each request.
 */
export class OfferPace {
  private readonly offers = new Map<number, Offers>()

  /** Whether a nonce's transaction is to be broadcast now. If so, this counts as a broadcast. */
  isDue(nonce: number, now: Date): boolean {
    const { times, nextAtMs } = this.offers.get(nonce) ?? { times: 0, nextAtMs: 0 }
    if (now.getTime() < nextAtMs) return false
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** times, WAIT_MS_MAX)
    this.offers.set(nonce, { times: times + 1, nextAtMs: now.getTime() + waitMs })
    return true
  }

  /** Forgets all broadcasts, because the node has every settled transaction again. */
  forget(): void {
    this.offers.clear()
  }
}
