import { ApiError } from '#server-kit/http/http-error.ts'
import { readNewest, chunks } from '#service/chain/chain-data.ts'
import type { BlockHeader } from '#service/chain/rpc-schemas.ts'
import { RpcError } from '#service/chain/rpc.ts'
import type { HasChain, HasClock, HasDatabase, HasLog } from '#service/context-parts.ts'
import type { Transaction } from '#service/db/database.ts'
import type { Lease } from '#service/db/leases.ts'
import {
  everyWallet,
  followedWallets,
  followWallets,
  moveWalletsOn,
  walletsBehind,
  type WalletCursor,
} from './follow-wallets.ts'
import {
  findStartBlock,
  beginProgress,
  findProgress,
  knownBlocks,
  moveOn,
  writeUnderLease,
  type KnownBlock,
  type Progress,
  dropUnfinished,
  findFork,
  rollBack,
} from './index-progress.ts'
import {
  scanLogs,
  locatedEvents,
  readRange,
  readTimes,
  requireBlocks,
  type LocatedEvent,
} from './read-range.ts'
import { concernedWallets, storeEvents } from './store-events.ts'

type IndexParts = HasDatabase & HasChain & HasClock & HasLog & { lease: Lease }

/**
 * Interval in milliseconds between two checks of all wallets, which take several steps. New wallets are checked at
 * every step.
 */
const LOOK_THROUGH_MS = 10 * 60_000
/**
 * Age in milliseconds up to which a wallet counts as new. It allows for different clocks of processes, and for the
 * delay between a wallet's date and the commit of its row.
 */
const NEW_WALLET_MS = 15 * 60_000
const NO_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Reads the chain's logs for the wallets, one range per step: first the new blocks, then the past of wallets that
 * came later. A range counts as read once its last transaction is committed, so a process may end at any point.
 * Only the holder of the lease may call it: steps of other processes are not stored. A step returns whether there
 * is more to read immediately.
 */
export function createIndexStep(parts: IndexParts): () => Promise<boolean> {
  const [ahead, behind] = [new RangeSize(), new RangeSize()]
  const lookThrough = createLookThrough(parts)
  return async () => {
    const head = await readNewest(parts.chain)
    const { db, chain } = parts
    const progress =
      (await findProgress(db, chain.id)) ??
      (await beginProgress(db, chain.id, await findStartBlock(db, chain, head)))
    const known = await knownBlocks(db, chain.id)
    const fork = await findFork(chain, head, progress, known)
    if (fork !== undefined) {
      const read = { upTo: Number(fork), read: Number(progress.next) - 1 }
      parts.log.warn(read, 'the chain was reorganized: blocks are read again')
      await writeUnderLease(db, parts.lease, (trx) => rollBack(trx, chain.id, fork))
      return true
    }
    const isLooking = await writeUnderLease(db, parts.lease, lookThrough)
    const next = await readAhead(parts, ahead, { ...progress, head, known })
    const isBehind = await readBehind(parts, behind, known)
    return isBehind || isLooking || next <= head.number
  }
}

/**
 * Creates the step that finds wallets to follow. Each call checks all recent wallets. Every ten minutes, it also
 * starts a pass over all wallets, one batch per call. The step returns whether the pass has more batches.
 */
function createLookThrough({ clock, chain }: IndexParts): (trx: Transaction) => Promise<boolean> {
  const after = (ms: number) => ({ at: new Date(ms).toISOString(), id: NO_ID })
  let lookedThroughAt = 0
  let all: WalletCursor | undefined
  return async (trx) => {
    const now = clock.now().getTime()
    let recent: WalletCursor | undefined = after(now - NEW_WALLET_MS)
    while (recent !== undefined) recent = await followWallets(trx, chain.id, recent)
    if (all === undefined && now - lookedThroughAt < LOOK_THROUGH_MS) return false
    lookedThroughAt = now
    all = await followWallets(trx, chain.id, all ?? after(0))
    return all !== undefined
  }
}

type Ahead = Progress & { head: BlockHeader; known: readonly KnownBlock[] }

/** Reads the next range of new blocks. Returns the first block that is not read yet. */
async function readAhead(parts: IndexParts, size: RangeSize, ahead: Ahead): Promise<bigint> {
  const { chain, db } = parts
  const { next: from, head } = ahead
  if (from > head.number) return from
  const wallets = await followedWallets(db, chain.id)
  const readTo = (to: bigint, addresses: typeof wallets) =>
    readRange(chain, { from, to, start: ahead.start, head }, ahead.known, addresses)
  const read = await inRange(size, { from, last: head.number }, async (to) => {
    try {
      return await readTo(to, wallets)
    } catch (error) {
      // If a single block has more token logs than the node returns, only those of our wallets are read.
      if (to > from || wallets !== 'all' || !(error instanceof RpcError)) throw error
      return readTo(to, await everyWallet(db, chain.id))
    }
  })
  await storeInParts(parts, read.events, {
    first: (trx) => dropUnfinished(trx, chain.id, from),
    last: (trx) => moveOn(trx, chain.id, { from, next: read.to + 1n, blocks: read.blocks }),
  })
  return read.to + 1n
}

/** Reads the next range of earlier blocks for wallets that came later. Returns whether there was anything to read. */
async function readBehind(parts: IndexParts, size: RangeSize, known: readonly KnownBlock[]) {
  const { chain, db } = parts
  const behind = await walletsBehind(db, chain.id, size.blocks)
  if (behind === undefined) return false
  const { from, addresses } = behind
  const read = await inRange(size, { from, last: behind.to }, async (to) => {
    const logs = await scanLogs(chain, { from, to }, addresses)
    requireBlocks(logs, known)
    return { events: locatedEvents(logs), logs: logs.length }
  })
  await storeInParts(parts, read.events, {
    last: (trx) => moveWalletsOn(trx, chain.id, { from, to: read.to, addresses }),
  })
  return true
}

/** Reads as much as the node allows. A refused range is requested in smaller parts. */
async function inRange<Read extends { logs: number }>(
  size: RangeSize,
  { from, last }: { from: bigint; last: bigint },
  read: (to: bigint) => Promise<Read>,
): Promise<Read & { to: bigint }> {
  for (;;) {
    const end = from + size.blocks - 1n
    const to = end < last ? end : last
    try {
      const answer = await read(to)
      size.succeeded(answer.logs)
      return { ...answer, to }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // If the node did not respond or was slow, the range is read later with fewer blocks.
      if (!size.refused(to - from + 1n) || !(error instanceof RpcError)) throw error
    }
  }
}

/**
 * Maximum events per transaction. A larger transaction would delay requests on the embedded engine's only
 * connection.
 */
const EVENTS_PER_TRANSACTION = 1_000

type Writes = {
  first?: (trx: Transaction) => Promise<void>
  /** Marks the range as read. If the process ends before this, the whole range is read again. */
  last: (trx: Transaction) => Promise<void>
}

/** Looks up everything that storing needs before a transaction begins. The transaction only uses the database. */
async function storeInParts(
  { chain, db, lease }: IndexParts,
  events: readonly LocatedEvent[],
  writes: Writes,
): Promise<void> {
  const concerned = await concernedWallets(db, chain.id, events)
  const times = await readTimes(
    chain,
    concerned.map(({ event }) => event),
  )
  const parts = concerned.length === 0 ? [[]] : chunks(concerned, EVENTS_PER_TRANSACTION)
  for (const [index, part] of parts.entries()) {
    await writeUnderLease(db, lease, async (trx) => {
      if (index === 0) await writes.first?.(trx)
      await storeEvents(trx, chain.id, part, times)
      if (index === parts.length - 1) await writes.last(trx)
    })
  }
}

const BLOCKS_START = 1_000
const BLOCKS_MAX = 10_000
/** Number of successful ranges after a refusal before a larger one is tried. */
const CAUTION = 16
/** Number of logs above which a range does not grow. */
const LOGS_FULL = 5_000

/**
 * Number of blocks in one request. Nodes limit the blocks, the logs or the time, each with its own error message.
 * Therefore, any refusal halves the number, and it grows again while requests succeed.
 */
class RangeSize {
  #blocks = BLOCKS_START
  #caution = 0

  get blocks(): bigint {
    return BigInt(this.#blocks)
  }

  succeeded(logs: number): void {
    this.#caution = Math.max(0, this.#caution - 1)
    if (this.#caution === 0 && logs < LOGS_FULL) {
      this.#blocks = Math.min(BLOCKS_MAX, Math.ceil(this.#blocks * 1.5))
    }
  }

  /** Records that `blocks` were refused. Returns whether fewer are possible. */
  refused(blocks: bigint): boolean {
    this.#blocks = Math.max(1, Math.floor(Number(blocks) / 2))
    this.#caution = CAUTION
    return blocks > 1n
  }
}
