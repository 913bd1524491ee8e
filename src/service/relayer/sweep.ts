import { randomUUID } from 'node:crypto'
import { createJobLoop } from '#server-kit/jobs/job-loop.ts'
import { findTransaction } from '#service/chain/find-transaction.ts'
import { readMinedReceipt } from '#service/chain/read-mined-receipt.ts'
import { isProvidersFault, RpcError, UnexpectedAnswer } from '#service/chain/rpc.ts'
import type { SimulatedCall } from '#service/chain/simulate.ts'
import { renew, returnLease, takeLease, type Lease } from '#service/db/leases.ts'
import type { Lane } from './lane.ts'
import { chainNonce, repairNonces } from './nonce-repair.ts'
import { follow, offerAgain } from './offer-again.ts'
import { OfferPace } from './offer-pace.ts'
import { readOpenTransactions, type OpenTransaction } from './read-open-transactions.ts'
import type { RelayParts } from './relay-parts.ts'
import { createReorgWatch } from './reorgs.ts'
import { moveToNextNonce } from './replace.ts'
import { lookAt, type Look, type Watcher } from './watcher.ts'

/**
 * `start`: everything that an earlier process left.
 * `regular`: the first open transactions of each lane, without those that were just signed and are still being
 * broadcast.
 */
type SweepScope = 'start' | 'regular'

type Sweeper = {
  /** Resolves after the first sweep. */
  start: () => Promise<void>
  /** Sweeps everything once more, as soon as possible. */
  soon: () => void
  stop: () => Promise<void>
}

/** Lifetime of a lane's lease, in sweeps. Another process takes over a lease that was not renewed. */
const LEASE_SWEEPS = 2
const LEASE_MS_MIN = 2_000

/**
 * Sweeps each lane in one process at a time, by a lease. All processes may submit, because nonces are taken under
 * the lane's row lock. Only one process handles the open transactions of a lane. If a process ends, another takes
 * over within the lease's lifetime. A failed sweep is retried with the next.
 */
export function createSweeper(parts: RelayParts, lanes: readonly Lane[], watcher: Watcher): Sweeper {
  const sweeps = lanes.map((lane) => new LaneSweep(parts, lane, watcher))
  let scope: SweepScope = 'start'
  const loop = createJobLoop({
    round: async () => {
      const now = scope
      scope = 'regular'
      await Promise.all([watcher.forgetSettled(), ...sweeps.map((sweep) => sweep.runIfHeld(now))])
    },
    pollMs: parts.settings.sweepMs,
    log: parts.log,
    complaint: 'open transactions could not be checked; trying again',
  })
  return {
    start: () => {
      loop.start()
      return loop.idle()
    },
    soon: () => {
      scope = 'start'
      loop.wake()
    },
    stop: async () => {
      await loop.stop()
      await Promise.all(sweeps.map((sweep) => sweep.giveBack()))
    },
  }
}

const REGULAR_LIMIT = 100
const START_LIMIT = 10_000
const IN_HAND_MS = 2_000
/**
 * Number of sweeps after which a mined nonce without our receipt counts as used by someone else. Nodes can
 * lag behind each other.
 */
const DISPLACED_AFTER = 3

/**
 * Checks all open transactions of a lane and does what each needs: settles, broadcasts again, replaces,
 * cancels, repairs.
 */
class LaneSweep {
  private readonly parts: RelayParts
  private readonly lane: Lane
  private readonly watcher: Watcher
  private readonly watchReorgs: () => Promise<void>
  private readonly lease: Lease
  private isHeld = false
  /** Number of times that a mined nonce was seen without our receipt, by transaction. */
  private readonly receiptMissed = new Map<string, number>()
  private readonly offers = new OfferPace()

  constructor(parts: RelayParts, lane: Lane, watcher: Watcher) {
    this.parts = parts
    this.lane = lane
    this.watcher = watcher
    this.watchReorgs = createReorgWatch(parts, lane)
    const ttlMs = Math.max(LEASE_MS_MIN, parts.settings.sweepMs * LEASE_SWEEPS)
    this.lease = { name: `relayer ${parts.chain.id} ${lane.address}`, owner: randomUUID(), ttlMs }
  }

  /**
   * Sweeps if this process holds or gets the lane's lease. A new holder first checks all transactions that
   * the previous one left.
   */
  async runIfHeld(scope: SweepScope): Promise<void> {
    const wasHeld = this.isHeld
    this.isHeld = await takeLease(this.parts.db, this.lease)
    if (!this.isHeld) return
    const renewing = renew(this.parts, this.lease)
    try {
      // The same sweep resends transactions that a reorg reopens.
      await this.watchReorgs()
      await this.run(wasHeld ? scope : 'start')
    } finally {
      clearInterval(renewing)
    }
  }

  async giveBack(): Promise<void> {
    if (!this.isHeld) return
    this.isHeld = false
    await returnLease(this.parts, this.lease)
  }

  private async run(scope: SweepScope): Promise<void> {
    const { parts, lane, watcher } = this
    const mined = await chainNonce(parts, lane, 'latest')
    const graceMs = scope === 'start' ? 0 : IN_HAND_MS
    const open = await readOpenTransactions(parts, lane.address, {
      signedBefore: new Date(parts.clock.now().getTime() - graceMs),
      limit: scope === 'start' ? START_LIMIT : REGULAR_LIMIT,
    })
    for (const { id, attempts } of open)
      for (const { hash, kind } of attempts) watcher.watch(id, hash, kind === 'cancel')
    // The pool or the chain has a transaction for each nonce below this one. The first waiting transaction is always
    // broadcast, because it blocks all others.
    const waiting = open.some(({ nonce }) => nonce > mined)
    const inPool = waiting && scope === 'regular' ? await chainNonce(parts, lane, 'pending') : mined
    const look = lookAt(parts)
    for (const transaction of open) {
      const { id, nonce } = transaction
      if (nonce >= mined) {
        if (nonce === mined || nonce >= inPool)
          await offerAgain({ parts, lane, watcher }, transaction, nonce === mined)
      } else if (watcher.isWatched(id)) await this.lookForReceipt(transaction, look)
    }
    await repairNonces({ parts, lane, watcher, offers: this.offers }, mined)
  }

  /**
   * Settles a transaction whose nonce is used, or moves it to the next nonce if a different transaction used it. If a
   * receipt cannot be read, the next sweep requests it again, even if the node rejects the request (geth:
   * "transaction indexing is in progress"). Other transactions do not wait for it.
   */
  private async lookForReceipt(open: OpenTransaction, look: Look): Promise<void> {
    const displaced = await this.isDisplaced(open, look).catch((error: unknown) => {
      if (!(error instanceof UnexpectedAnswer || error instanceof RpcError)) throw error
      this.parts.log.warn({ err: error, relayed: open.id }, 'a receipt could not be read; asking again')
      return false
    })
    if (displaced) await this.takeNextNonce(open)
  }

  /**
   * Whether another transaction used the nonce: the nonce is used on the chain, and for several sweeps the node
   * knew no mined attempt of ours.
   */
  private async isDisplaced(open: OpenTransaction, look: Look): Promise<boolean> {
    const { parts, receiptMissed } = this
    const seen = await this.isMined(open, look).catch(asUnreadable)
    if (seen === true) {
      receiptMissed.delete(open.id)
      return false
    }
    const missed = (receiptMissed.get(open.id) ?? 0) + 1
    receiptMissed.set(open.id, missed)
    if (missed < DISPLACED_AFTER) return false
    receiptMissed.delete(open.id)
    for (const { hash } of open.attempts) {
      if ((await findTransaction(parts.chain, hash)) !== 'mined') continue
      if (!(await this.isMined(open, look, readMinedReceipt)))
        parts.log.warn({ relayed: open.id, hash }, 'the node has the block and not the receipt; asking again')
      return false
    }
    if (seen !== false) throw seen
    return true
  }

  private async takeNextNonce(open: OpenTransaction): Promise<void> {
    const { parts, lane, watcher } = this
    const noted = { relayed: open.id, nonce: open.nonce }
    parts.log.warn(noted, 'the nonce was used elsewhere; taking the next one')
    const moved = await moveToNextNonce(parts, lane, open)
    if (moved !== undefined) await follow({ parts, lane, watcher }, open.id, moved)
  }

  /** `read`: a second way to read a receipt. Undefined reads each receipt by its hash. */
  private async isMined(open: OpenTransaction, look: Look, read?: typeof readMinedReceipt): Promise<boolean> {
    const { chain } = this.parts
    for (const { hash, kind } of open.attempts) {
      const cancelled = kind === 'cancel'
      const readIt = read && (() => read(chain, hash, toCall(open, cancelled)))
      if (await this.watcher.check({ id: open.id, hash, cancelled }, look, readIt)) return true
    }
    return false
  }
}

/** The error of a receipt that a node has but cannot return. */
type UnreadableReceipt = UnexpectedAnswer | RpcError

/**
 * Returns the error of a receipt that lacks a required field, or for which the node rejects the request. Erigon rejects
 * some mined transactions for good (erigontech/erigon 15031). The receipt may be readable in a second way.
 */
function asUnreadable(error: unknown): UnreadableReceipt {
  if (error instanceof UnexpectedAnswer) return error
  if (error instanceof RpcError && !isProvidersFault(error)) return error
  throw error
}

/** The call of a signed attempt. An attempt that cancels only uses the nonce. */
function toCall(open: OpenTransaction, cancelled: boolean): SimulatedCall {
  const from = open.from_address
  if (cancelled) return { from, to: from, data: '0x' }
  return {
    from,
    to: open.to_address,
    data: open.data,
    value: BigInt(open.value),
    gas: BigInt(open.gas_limit),
  }
}
