import type { Hex } from 'viem'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import type { RelayParts } from './relay-parts.ts'
import { readReceipt, type Settler } from './settle.ts'

/** Knows the hashes that are on their way, and settles them when blocks bring them. */
export type Watcher = {
  watch: (id: string, hash: Hex, cancelled?: boolean) => void
  /** To be called with each new block. */
  onBlock: (block: { number: bigint; transactions: readonly Hex[] }) => Promise<void>
  /** Looks for the receipt of one hash now. Answers whether it is mined, deep enough or not. */
  check: (id: string, hash: Hex, cancelled: boolean) => Promise<boolean>
}

type Watched = { id: string; cancelled: boolean }

export function createWatcher(parts: RelayParts, settler: Settler): Watcher {
  const watched = new Map<Hex, Watched>()
  const hashesOf = new Map<string, Set<Hex>>()
  let seen: bigint | undefined

  function watch(id: string, hash: Hex, cancelled = false): void {
    watched.set(hash, { id, cancelled })
    hashesOf.set(id, (hashesOf.get(id) ?? new Set()).add(hash))
  }
  function forget(id: string): void {
    for (const hash of hashesOf.get(id) ?? []) watched.delete(hash)
    hashesOf.delete(id)
  }
  async function check(id: string, hash: Hex, cancelled: boolean): Promise<boolean> {
    const receipt = await readReceipt(parts, hash)
    if (receipt === null) return false
    if (await isDeep(receipt.blockNumber)) {
      await settler.settle({ id, receipt, cancelled })
      forget(id)
    }
    return true
  }
  async function isDeep(blockNumber: bigint): Promise<boolean> {
    if (parts.settings.confirmations <= 1) return true
    const head = await parts.chain.rpc.request(quantitySchema, 'eth_blockNumber', [])
    return head - blockNumber + 1n >= BigInt(parts.settings.confirmations)
  }
  async function onBlock(block: { number: bigint; transactions: readonly Hex[] }): Promise<void> {
    const skipped = seen !== undefined && block.number !== seen + 1n
    seen = block.number
    // What was mined in a block that nobody told of, or lies some blocks deep, must be asked for.
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
  return { watch, onBlock, check }
}
