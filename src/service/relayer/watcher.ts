import type { Hex } from 'viem'
import { readBlockHash, readReceipt } from '#service/chain/chain-data.ts'
import { quantitySchema, type Receipt } from '#service/chain/rpc-schemas.ts'
import type { RelayParts } from './relay-parts.ts'
import type { Settler } from './settle.ts'

type Watched = { id: string; cancelled: boolean }
/** `since`: monotonic, in ms. */
type Open = { hashes: Set<Hex>; since: number }

/** What is open for this long is looked up in the database now and then. */
const LONG_OPEN_MS = 10_000
const LOOK_UP_MAX = 1_000

export type Watcher = ReturnType<typeof createWatcher>

/** Knows the hashes that are on their way, and settles them when blocks bring them. */
export function createWatcher(parts: RelayParts, settler: Settler) {
  const watched = new Map<Hex, Watched>()
  const open = new Map<string, Open>()
  let seen: bigint | undefined

  function watch(id: string, hash: Hex, cancelled = false): void {
    watched.set(hash, { id, cancelled })
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
  /** Forgets what other processes have settled. */
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
  /** Looks for the receipt of one hash now. Answers whether it is mined, deep enough or not. */
  async function check(id: string, hash: Hex, cancelled: boolean): Promise<boolean> {
    const receipt = await readReceipt(parts.chain, hash)
    if (receipt === null) return false
    if (await isFinal(parts, receipt)) {
      await settler.settle({ id, receipt, cancelled })
      forget([id])
    }
    return true
  }
  /** To be called with each new block. */
  async function onBlock(block: { number: bigint; transactions: readonly Hex[] }): Promise<void> {
    const skipped = seen !== undefined && block.number !== seen + 1n
    seen = block.number
    // What was mined in a block that was not announced, or lies some blocks deep, must be asked for.
    const all = skipped || parts.settings.confirmations > 1
    const hashes = all ? [...watched.keys()] : block.transactions
    const checks = hashes.map(async (hash) => {
      const entry = watched.get(hash)
      if (entry !== undefined) await check(entry.id, hash, entry.cancelled)
    })
    const failed = (await Promise.allSettled(checks)).find((result) => result.status === 'rejected')
    if (failed !== undefined) {
      parts.log.warn({ err: failed.reason }, 'receipts could not be read; the next sweep reads them')
    }
  }
  return { watch, forget, forgetSettled, onBlock, check }
}

/**
 * Whether a receipt counts: its block is deep enough, still on the chain when the depth is known, and no other
 * provider has another block there. What does not count is looked at again with the next block or sweep.
 */
async function isFinal(parts: RelayParts, { blockNumber, blockHash }: Receipt): Promise<boolean> {
  const { chain, settings } = parts
  if (settings.confirmations > 1) {
    const head = await chain.rpc.request(quantitySchema, 'eth_blockNumber', [])
    if (head - blockNumber + 1n < BigInt(settings.confirmations)) return false
    if ((await readBlockHash(chain.rpc, blockNumber)) !== blockHash) return false
  }
  return (await chain.isContradicted?.({ number: blockNumber, hash: blockHash })) !== true
}
