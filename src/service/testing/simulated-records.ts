import type { Hex } from 'viem'
import { TRANSACTION_MOVES, type TransactionState } from '#protocol/transaction-states.ts'
import type { Block } from '#service/chain/final-block.ts'
import {
  decideOutcome,
  isTooEarly,
  stateWithoutEvent,
  type Decision,
  type Recorded,
} from '#service/execution/decide-outcome.ts'
import type { FinalBlock, Unread } from '#service/execution/outcome-chain.ts'
import type { Step } from '#service/execution/outcome-store.ts'
import { toDigest, WALLET, type SimulatedChain } from './simulated-chain.ts'

export type Relayed = NonNullable<Recorded['relayed']> & { blockHash: Hex | null }

export type Row = {
  id: string
  signature: number
  state: TransactionState
  watch: 'unread' | 'followed' | null
  hash: Hex | null
  blockNumber: bigint | null
  blockHash: Hex | null
  held: Recorded['held']
  relayed: Relayed | undefined
}

/**
 * A database of a few transactions in memory, with the behavior of `outcome-store.ts` and
 * `record-decisions.ts`.
 */
export class SimulatedRecords {
  readonly rows = new Map<number, Row>()
  cursor: Block | undefined
  private readonly chain: SimulatedChain

  constructor(chain: SimulatedChain) {
    this.chain = chain
  }

  watched(): { unread: Unread[]; isFollowing: boolean } {
    const rows = [...this.rows.values()]
    for (const row of rows) {
      // Also checks sent transactions that have no receipt.
      if (
        row.state === 'SUBMITTED' &&
        row.watch === null &&
        row.relayed?.status === 'signed' &&
        this.chain.head() % 2n === 0n
      )
        row.watch = 'unread'
    }
    const unread = rows.filter(({ watch }) => watch === 'unread')
    return {
      isFollowing: rows.some(({ watch }) => watch === 'followed'),
      unread: unread.map(({ id, signature }) => ({
        id,
        wallet: WALLET,
        digest: toDigest(signature),
        expiration: this.chain.expirationOf(signature),
        createdAt: new Date(0),
      })),
    }
  }
  record({ from, to, events, read }: Step): void {
    if (this.cursor?.hash !== from?.hash) return
    this.cursor = { number: to.number, hash: to.hash }
    for (const row of this.rows.values()) {
      if (row.watch === null) continue
      const event = events.find(({ digest }) => digest === toDigest(row.signature))
      const isRead = read.includes(row.id)
      if (event === undefined && !isRead) continue
      const known = event === undefined ? { unspentAt: to.number } : { event }
      const isEarly = isTooEarly(row, known)
      this.apply(row, decideOutcome(row, known))
      if (isRead && !isEarly && row.watch === 'unread') row.watch = 'followed'
    }
    for (const row of this.rows.values()) this.close(row, to)
  }
  apply(row: Row, decision: Decision | undefined): void {
    if (decision === undefined || !TRANSACTION_MOVES[row.state].includes(decision.to)) return
    const { to: state, hash = row.hash, blockNumber, blockHash } = decision
    Object.assign(row, { state, hash, blockNumber, blockHash, watch: row.watch === null ? null : 'followed' })
  }
  private close(row: Row, { deep }: FinalBlock): void {
    if (row.watch !== 'followed') return
    const isUnexecuted =
      ['FAILED', 'REJECTED', 'EXPIRED'].includes(row.state) || isCancelledByOrganization(row)
    const isOver = isUnexecuted && this.chain.expirationOf(row.signature) <= deep.timestamp
    const isSpent = row.state === 'CONFIRMED' || row.state === 'CANCELLED'
    const isDeep = isSpent && row.blockNumber !== null && row.blockNumber <= deep.number
    if (isOver || isDeep) row.watch = null
  }
  outcomeBlocks(): Block[] {
    return [...this.rows.values()].flatMap(({ watch, state, blockNumber: number, blockHash: hash }) =>
      watch === 'followed' &&
      (state === 'CONFIRMED' || state === 'CANCELLED') &&
      number !== null &&
      hash !== null
        ? [{ number, hash }]
        : [],
    )
  }
  takeBack(gone: readonly Block[], to: Block): void {
    const hashes = new Set(gone.map(({ hash }) => hash))
    for (const row of this.rows.values()) {
      if (row.watch !== 'followed') continue
      const isSpent =
        row.state === 'CONFIRMED' || (row.state === 'CANCELLED' && !isCancelledByOrganization(row))
      if (!isSpent) row.watch = 'unread'
      else if (row.blockHash !== null && hashes.has(row.blockHash)) {
        Object.assign(row, {
          state: stateWithoutEvent(row),
          watch: 'unread',
          blockNumber: null,
          blockHash: null,
        })
      }
    }
    this.cursor = { number: to.number, hash: to.hash }
  }
}

/** Whether the organization cancelled a transaction. No block contains such a cancellation. */
export function isCancelledByOrganization({ state, blockNumber }: Row): boolean {
  return state === 'CANCELLED' && blockNumber === null
}

export function newRow(signature: number): Row {
  const nothing = { hash: null, blockNumber: null, blockHash: null, held: undefined, relayed: undefined }
  return { id: `row ${signature}`, signature, state: 'PENDING_USER_APPROVAL', watch: null, ...nothing }
}
