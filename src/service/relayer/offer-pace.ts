/** Time until a settled transaction is offered a second time, in milliseconds. It doubles with each further offer. */
const FIRST_WAIT_MS = 5_000
const WAIT_MS_MAX = 5 * 60_000

type Offers = { times: number; nextAtMs: number }

/**
 * Paces the offers of transactions that the node does not have, by nonce. A node may lag for long, and each offer is a
 * request that a provider may charge for.
 */
export class OfferPace {
  private readonly offers = new Map<number, Offers>()

  /** Whether a nonce's transaction is to be offered now. Counts as an offer if so. */
  isDue(nonce: number, now: Date): boolean {
    const { times, nextAtMs } = this.offers.get(nonce) ?? { times: 0, nextAtMs: 0 }
    if (now.getTime() < nextAtMs) return false
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** times, WAIT_MS_MAX)
    this.offers.set(nonce, { times: times + 1, nextAtMs: now.getTime() + waitMs })
    return true
  }

  /** Forgets all offers, because the node has every settled transaction again. */
  forget(): void {
    this.offers.clear()
  }
}
