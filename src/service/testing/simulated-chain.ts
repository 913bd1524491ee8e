import type { Hex } from 'viem'
import type { Block } from '#service/chain/final-block.ts'
import type { WalletEvent } from '#service/chain/wallet-events.ts'
import type { FinalBlock, Unread } from '#service/execution/outcome-chain.ts'

export const WALLET: Hex = `0x${'1'.repeat(40)}`
/** Number of final blocks, instead of the product's 64. No chain here reorganizes more. */
const DEEP = 8n
const BLOCK_SECONDS = 10n

type Spending = { kind: 'executed' | 'cancelled'; signature: number; hash: Hex }
type Sent = { signature: number; hash: Hex; relayed: boolean }
type SimBlock = {
  hash: Hex
  timestamp: bigint
  spendings: Spending[]
  relayed: { hash: Hex; ok: boolean }[]
}

/** A chain in memory with one wallet. Like the contract, the wallet accepts each of a few signatures at most once. */
export class SimulatedChain {
  readonly confirmations: bigint
  private readonly blocks: SimBlock[] = [{ hash: '0x0', timestamp: 0n, spendings: [], relayed: [] }]
  private pool: Sent[] = []
  readonly refusing = new Set<number>()
  private names = 0

  constructor(confirmations: bigint) {
    this.confirmations = confirmations
  }

  send(sent: Sent): void {
    this.pool.push(sent)
  }

  name(): Hex {
    this.names += 1
    return `0x${this.names.toString(16)}`
  }
  head(): bigint {
    return BigInt(this.blocks.length - 1)
  }
  at(number: bigint): SimBlock {
    const block = this.blocks[Number(number)]
    if (block === undefined) throw new Error(`no block ${number}`)
    return block
  }
  time(): bigint {
    return this.at(this.head()).timestamp
  }
  expirationOf(signature: number): bigint {
    return BLOCK_SECONDS * BigInt(14 + signature * 14)
  }
  describe(number: bigint): FinalBlock {
    const { hash, timestamp } = this.at(number)
    const parentHash = number > 0n ? this.at(number - 1n).hash : '0x'
    const deep = number > DEEP ? number - DEEP : 0n
    return { number, hash, parentHash, timestamp, deep: { number: deep, timestamp: this.at(deep).timestamp } }
  }
  /** The block below the depth of any reorganization. */
  beneath({ number }: Block): Block {
    const deep = number > DEEP ? number - DEEP : 0n
    return { number: deep, hash: this.at(deep).hash }
  }
  finalBlock(): FinalBlock | undefined {
    const number = this.head() - this.confirmations + 1n
    return number < 0n ? undefined : this.describe(number)
  }
  isReplaced({ number, hash }: Block): boolean | undefined {
    return number > this.head() ? undefined : this.at(number).hash !== hash
  }
  spentIn(signature: number, to: bigint): (Spending & Block) | undefined {
    for (let number = 0n; number <= to; number += 1n) {
      const found = this.at(number).spendings.find((spending) => spending.signature === signature)
      if (found !== undefined) return { ...found, number, hash: found.hash }
    }
    return undefined
  }
  /** Whether the block is on the chain, was not just removed, and did not execute the signature. */
  lacks(row: { signature: number; blockNumber: bigint | null; blockHash: Hex | null }): boolean {
    const block = row.blockNumber === null ? undefined : this.at(row.blockNumber)
    if (block === undefined || row.blockHash !== block.hash) return row.blockHash === null
    return !block.spendings.some(({ kind, signature }) => kind === 'executed' && signature === row.signature)
  }
  /** Behaves like `used` of the contract: false after the expiration, when a digest may have been forgotten. */
  isUsed({ digest, expiration }: Unread, at: bigint): boolean {
    const spent = this.spentIn(Number(digest), at)
    return spent !== undefined && this.at(at).timestamp < expiration
  }
  eventsIn(from: bigint, to: bigint): WalletEvent[] {
    return this.blocks.slice(Number(from), Number(to) + 1).flatMap(({ hash: blockHash, spendings }, index) =>
      spendings.map(({ kind, signature, hash }) => ({
        kind,
        wallet: WALLET,
        digest: toDigest(signature),
        hash,
        blockNumber: from + BigInt(index),
        blockHash,
      })),
    )
  }
  wouldSucceed(signature: number): boolean {
    const isSpent = this.spentIn(signature, this.head()) !== undefined
    return (
      !isSpent && !this.refusing.has(signature) && this.time() + BLOCK_SECONDS < this.expirationOf(signature)
    )
  }
  mine(): void {
    const block: SimBlock = {
      hash: this.name(),
      timestamp: this.time() + BLOCK_SECONDS,
      spendings: [],
      relayed: [],
    }
    const before = this.head()
    this.blocks.push(block)
    for (const { signature, hash, relayed } of this.pool.splice(0)) {
      const isSpent =
        this.spentIn(signature, before) !== undefined ||
        block.spendings.some((spending) => spending.signature === signature)
      const ok = !isSpent && !this.refusing.has(signature) && block.timestamp < this.expirationOf(signature)
      if (ok) block.spendings.push({ kind: 'executed', signature, hash })
      if (relayed) block.relayed.push({ hash, ok })
    }
  }
  cancel(signature: number): void {
    this.mine()
    if (this.spentIn(signature, this.head()) !== undefined) return
    if (this.time() < this.expirationOf(signature)) {
      this.at(this.head()).spendings.push({ kind: 'cancelled', signature, hash: this.name() })
    }
  }
  /**
   * Replaces the newest blocks with one block more than before. In the first of them, another party executes a call.
   * Returns the removed blocks. The mempool is then empty.
   */
  reorganize(depth: bigint, executed: number | undefined): ReadonlySet<Hex> {
    const kept = this.head() - depth
    if (kept < 1n) return new Set()
    const gone = this.blocks.splice(Number(kept) + 1)
    this.pool = []
    for (const { timestamp } of gone)
      this.blocks.push({ hash: this.name(), timestamp, spendings: [], relayed: [] })
    const first = this.at(kept + 1n)
    if (executed !== undefined && this.spentIn(executed, kept) === undefined) {
      const isLive = first.timestamp < this.expirationOf(executed)
      if (isLive) first.spendings.push({ kind: 'executed', signature: executed, hash: this.name() })
    }
    this.mine()
    return new Set(gone.map(({ hash }) => hash))
  }
}

/** A short digest for a signature. */
export function toDigest(signature: number): Hex {
  return `0x${signature}`
}
