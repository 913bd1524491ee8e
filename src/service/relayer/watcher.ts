import type { Hex } from 'viem'
import { readBlocksBetween, readKnown, readNewest, readReceipt } from '#service/chain/chain-data.ts'
import type { Receipt } from '#service/chain/rpc-schemas.ts'
import type { RelayParts } from './relay-parts.ts'
import type { Settler } from './settle.ts'

type Watched = { id: string; hash: Hex; cancelled: boolean }
/** Reads the receipt of a hash. Null if there is none. */
type ReadReceipt = (hash: Hex) => Promise<Receipt | null>
type NewBlock = { number: bigint; transactions: readonly Hex[] }

/**
 * Age in milliseconds after which an open transaction is looked up in the database, because another process
 * may have settled it.
 */
const LONG_OPEN_MS = 10_000
const LOOK_UP_MAX = 1_000
/** Maximum number of unannounced blocks to read. If more were missed, every hash is requested. */
const MISSED_BLOCKS_MAX = 64n

export type Watcher = {
  /** Watches a hash of a transaction. `cancelled`: the hash is of its cancellation. */
  watch: (id: string, hash: Hex, cancelled?: boolean) => void
  /** Returns whether a transaction is still watched. False after it is settled. */
  isWatched: (id: string) => boolean
  /** Stops watching transactions that other processes have settled. */
  forgetSettled: () => Promise<void>
  onBlock: (block: NewBlock) => Promise<void>
  /**
   * Returns whether a transaction is mined, at any depth. `read` is another way to get the receipt if the
   * node has only the block.
   */
  check: (entry: Watched, look: Look, read?: ReadReceipt) => Promise<boolean>
}

/**
 * Settles open transactions when blocks include them. It requests each block once, and each transaction once,
 * when its block is deep enough. It does not request all open transactions for each block.
 */
export function createWatcher(parts: RelayParts, settler: Settler): Watcher {
  const { watched, watch, isWatched, forget, forgetSettled } = createOpenHashes(parts)
  /** Blocks in which unsettled hashes were seen. */
  const seenIn = new Map<Hex, bigint>()
  /** Shares a check when a block and a sweep look for the same hash at the same time. */
  const checks = new Map<Hex, Promise<boolean>>()
  let newest: bigint | undefined

  /**
   * Returns whether a transaction is mined, at any depth. `read` is another way to get the receipt if the
   * node has only the block.
   */
  function check(entry: Watched, look: Look, read: ReadReceipt = byHash): Promise<boolean> {
    const { hash } = entry
    const begun = checks.get(hash) ?? checkNow(entry, look, read).finally(() => checks.delete(hash))
    checks.set(hash, begun)
    return begun
  }
  const byHash: ReadReceipt = (hash) => readReceipt(parts.chain, hash)
  async function checkNow({ id, hash, cancelled }: Watched, look: Look, read: ReadReceipt): Promise<boolean> {
    const seen = seenIn.get(hash)
    if (seen !== undefined && !(await look.isDeep(seen))) return true
    // From here on, only a receipt that is read now counts, because a reorg may have moved the transaction.
    seenIn.delete(hash)
    const receipt = await read(hash)
    if (receipt === null) return false
    if (await look.isFinal(receipt)) {
      await settler.settle({ id, receipt, cancelled })
      forget([id])
    } else seenIn.set(hash, receipt.blockNumber)
    return true
  }
  async function onBlock(block: NewBlock): Promise<void> {
    const before = newest ?? block.number
    newest = block.number
    const missed = block.number - before - 1n
    const asksForAll = missed > MISSED_BLOCKS_MAX || block.number < before
    try {
      const blocks = asksForAll ? [] : await readBlocksBetween(parts.chain, before, block.number)
      for (const { number, transactions } of [...blocks, block])
        for (const hash of transactions) if (watched.has(hash)) seenIn.set(hash, number)
      await checkAll(asksForAll ? watched.keys() : seenIn.keys(), lookAt(parts, block.number))
    } catch (error) {
      parts.log.warn({ err: error }, 'receipts could not be read; the next sweep reads them')
    }
  }
  async function checkAll(hashes: Iterable<Hex>, look: Look): Promise<void> {
    const checks = [...hashes].map(async (hash) => {
      const entry = watched.get(hash)
      if (entry === undefined) seenIn.delete(hash)
      else await check(entry, look)
    })
    const failed = (await Promise.allSettled(checks)).find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }
  return { watch, isWatched, forgetSettled, onBlock, check }
}

/** Tracks the hashes of the attempts of each open transaction. */
function createOpenHashes(parts: RelayParts) {
  const watched = new Map<Hex, Watched>()
  /** `since`: monotonic time in milliseconds. */
  const open = new Map<string, { hashes: Set<Hex>; since: number }>()

  function watch(id: string, hash: Hex, cancelled = false): void {
    watched.set(hash, { id, hash, cancelled })
    const entry = open.get(id) ?? { hashes: new Set(), since: performance.now() }
    entry.hashes.add(hash)
    open.set(id, entry)
  }
  function forget(ids: readonly string[]): void {
    for (const id of ids) {
      for (const hash of open.get(id)?.hashes ?? []) watched.delete(hash)
      open.delete(id)
    }
  }
  /** Stops watching transactions that other processes have settled. */
  async function forgetSettled(): Promise<void> {
    const before = performance.now() - LONG_OPEN_MS
    const ids = [...open].flatMap(([id, { since }]) => (since < before ? [id] : [])).slice(0, LOOK_UP_MAX)
    if (ids.length === 0) return
    const rows = await parts.db
      .selectFrom('relayed_transactions')
      .select('id')
      .where('id', 'in', ids)
      .where('status', '<>', 'signed')
      .execute()
    forget(rows.map(({ id }) => id))
  }
  /** Returns whether a transaction is still watched. False after it is settled. */
  const isWatched = (id: string) => open.has(id)
  return { watched, watch, isWatched, forget, forgetSettled }
}

export type Look = ReturnType<typeof lookAt>

/** A view of the chain at one moment. Its head and each block are requested once. */
export function lookAt(
  { chain, settings }: RelayParts,
  newest?: bigint,
): {
  isDeep: (blockNumber: bigint) => Promise<boolean>
  isFinal: ({ blockNumber, blockHash }: Receipt) => Promise<boolean>
} {
  const depth = BigInt(settings.confirmations)
  let head = newest === undefined ? undefined : Promise.resolve(newest)
  const hashes = new Map<bigint, Promise<Hex | undefined>>()

  async function isDeep(blockNumber: bigint): Promise<boolean> {
    if (depth === 1n) return true
    head ??= readNewest(chain).then(({ number }) => number)
    return (await head) - blockNumber + 1n >= depth
  }
  function hashAt(number: bigint): Promise<Hex | undefined> {
    const hash = hashes.get(number) ?? readKnown(chain, number).then((block) => block?.hash)
    hashes.set(number, hash)
    return hash
  }
  /**
   * Whether a receipt is final: its block is deep enough and still on the chain, and no other provider has a
   * different block at that height. If it is not final, it is checked again with a later block or sweep.
   */
  async function isFinal({ blockNumber, blockHash }: Receipt): Promise<boolean> {
    if (!(await isDeep(blockNumber))) return false
    if (depth > 1n && (await hashAt(blockNumber)) !== blockHash) return false
    return (await chain.isContradicted?.({ number: blockNumber, hash: blockHash })) !== true
  }
  return { isDeep, isFinal }
}
