import { broadcast } from './broadcast.ts'
import type { Fees } from './gas.ts'
import type { Lane } from './lane.ts'
import { chainNonce, repairNonces } from './nonce-repair.ts'
import { readOpenTransactions, setRefusal, type OpenTransaction } from './open-transactions.ts'
import type { RelayParts } from './relay-parts.ts'
import { moveToNextNonce, replaceTransaction, type Replacement } from './replace.ts'
import type { Watcher } from './watcher.ts'

/**
 * `start`: what an earlier process left, all of it. `regular`: the first of each lane, those that all others
 * wait for, and nothing that was signed a moment ago and is being broadcast right now.
 */
export type SweepScope = 'start' | 'regular'

const REGULAR_LIMIT = 100
const START_LIMIT = 10_000
const IN_HAND_MS = 2_000
/** A mined nonce without a receipt of ours is believed when it is seen this often: nodes can lag behind each other. */
const DISPLACED_AFTER = 3

type SweepWork = { parts: RelayParts; lane: Lane; currentFees: () => Promise<Fees>; watcher: Watcher }

/** Looks at everything open of a lane and does what it needs: settles, offers again, replaces, gives up, repairs. */
export class LaneSweep {
  private readonly work: SweepWork
  /** How often a mined nonce was seen without a receipt of ours, by transaction. */
  private readonly receiptMissed = new Map<string, number>()

  constructor(work: SweepWork) {
    this.work = work
  }

  async run(scope: SweepScope): Promise<void> {
    const { parts, lane, currentFees, watcher } = this.work
    const mined = await chainNonce(parts, lane, 'latest')
    const graceMs = scope === 'start' ? 0 : IN_HAND_MS
    const open = await readOpenTransactions(parts, lane.address, {
      signedBefore: new Date(parts.clock.now().getTime() - graceMs),
      limit: scope === 'start' ? START_LIMIT : REGULAR_LIMIT,
    })
    for (const transaction of open) {
      for (const { hash, kind } of transaction.attempts)
        watcher.watch(transaction.id, hash, kind === 'cancel')
      if (transaction.nonce < mined) await this.lookForReceipt(transaction)
      else await this.offerAgain(transaction, transaction.nonce === mined)
    }
    await repairNonces(parts, lane, mined, currentFees, watcher)
  }

  private async lookForReceipt(open: OpenTransaction): Promise<void> {
    const { parts, lane, currentFees, watcher } = this.work
    for (const { hash, kind } of open.attempts) {
      if (await watcher.check(open.id, hash, kind === 'cancel')) {
        this.receiptMissed.delete(open.id)
        return
      }
    }
    const missed = (this.receiptMissed.get(open.id) ?? 0) + 1
    this.receiptMissed.set(open.id, missed)
    if (missed < DISPLACED_AFTER) return
    this.receiptMissed.delete(open.id)
    const noted = { relayed: open.id, nonce: open.nonce }
    parts.log.warn(noted, 'the nonce was used elsewhere; taking the next one')
    await this.follow(open, await moveToNextNonce(parts, lane, open, await currentFees()))
  }

  private async offerAgain(open: OpenTransaction, isHead: boolean): Promise<void> {
    const { parts, lane } = this.work
    const [newest] = open.attempts
    if (newest === undefined) return
    const answer = await broadcast(parts.chain, newest.raw)
    switch (answer.kind) {
      case 'accepted':
        if (open.refusedSince !== null) await setRefusal(parts, open.id, null)
        if (isHead && this.isOlder(open.attemptedAt, parts.settings.stuckMs)) await this.replace(open)
        return
      case 'fee-too-low':
        return this.replace(open)
      case 'refused':
        await setRefusal(parts, open.id, answer.error.rpcMessage)
        if (isHead && this.isOlder(open.refusedSince, parts.settings.refusedMs)) {
          await this.follow(open, await this.replacement(open, 'cancel'))
        }
        return
      case 'no-funds':
        parts.log.error({ relayer: lane.address }, 'the relayer key has no funds to pay for gas')
        return
      case 'nonce-too-low':
        // The next sweep finds the receipt.
        return
    }
  }

  private async replace(open: OpenTransaction): Promise<void> {
    await this.follow(open, await this.replacement(open))
  }

  /** While the fees are above the cap or unknown, nothing is replaced and everything else goes on. */
  private async replacement(open: OpenTransaction, kind?: 'cancel'): Promise<Replacement | undefined> {
    const { parts, lane, currentFees } = this.work
    try {
      const fees = await currentFees()
      return await replaceTransaction(parts, lane, open, fees, kind)
    } catch (error) {
      parts.log.warn({ err: error, relayed: open.id }, 'a stuck transaction could not be replaced')
      return undefined
    }
  }

  private async follow(open: OpenTransaction, replacement: Replacement | undefined): Promise<void> {
    if (replacement === undefined) return
    this.work.watcher.watch(open.id, replacement.hash, replacement.kind === 'cancel')
    await broadcast(this.work.parts.chain, replacement.raw)
  }

  private isOlder(moment: Date | null, ms: number): boolean {
    return moment !== null && this.work.parts.clock.now().getTime() - moment.getTime() >= ms
  }
}
