import type { Hex } from 'viem'
import { decideOutcome } from '#service/execution/decide-outcome.ts'
import { toDigest, WALLET, type SimulatedChain } from './simulated-chain.ts'
import type { Relayed, Row, SimulatedRecords } from './simulated-records.ts'

/** The relayer of the rows of `SimulatedRecords`. */
export class SimulatedRelayer {
  private readonly chain: SimulatedChain
  private readonly records: SimulatedRecords

  constructor(chain: SimulatedChain, records: SimulatedRecords) {
    this.chain = chain
    this.records = records
  }

  reorganize(depth: bigint, executed: number | undefined): void {
    const gone = this.chain.reorganize(depth, executed)
    if (gone.size === 0) return
    for (const row of this.records.rows.values()) this.reopen(row, gone)
  }

  /** Reopens a row whose block was removed, as `reorgs.ts` and `record-relay-outcomes.ts` do. */
  private reopen(row: Row, gone: ReadonlySet<Hex>): void {
    const { relayed } = row
    if (relayed === undefined) return
    const isGone = relayed.blockHash !== null && gone.has(relayed.blockHash)
    if (isGone) {
      Object.assign(relayed, { status: 'signed', blockNumber: null, blockHash: null, reason: null })
      if (row.state === 'FAILED' || (row.state === 'CONFIRMED' && row.hash === relayed.hash)) {
        Object.assign(row, { state: 'SUBMITTED', blockNumber: null, blockHash: null, watch: null })
      }
    }
    if (relayed.status === 'signed')
      this.chain.send({ signature: row.signature, hash: relayed.hash, relayed: true })
  }

  /** Sends the execution of a row. */
  submit(row: Row): void {
    const hash = this.chain.name()
    const relayed: Relayed = { status: 'signed', hash, blockNumber: null, blockHash: null, reason: null }
    Object.assign(row, { state: 'SUBMITTED', watch: null, hash, blockNumber: null, relayed })
    this.chain.send({ signature: row.signature, hash, relayed: true })
  }

  /** Records final receipts (`settle.ts`, `record-relay-outcomes.ts`). */
  settle(): void {
    const final = this.chain.head() - this.chain.confirmations + 1n
    for (const row of this.records.rows.values()) {
      const { relayed } = row
      if (relayed?.status !== 'signed') continue
      for (let number = 0n; number <= final; number += 1n) {
        const { relayed: mined, hash: blockHash, spendings } = this.chain.at(number)
        const receipt = mined.find(({ hash }) => hash === relayed.hash)
        if (receipt === undefined) continue
        const status = receipt.ok ? 'confirmed' : 'failed'
        Object.assign(relayed, {
          status,
          blockNumber: number,
          blockHash,
          reason: receipt.ok ? null : 'it reverted',
        })
        const own = spendings.find(({ hash }) => hash === relayed.hash)
        if (own === undefined) {
          if (row.state === 'SUBMITTED') row.watch = 'unread'
          continue
        }
        const event = {
          ...own,
          wallet: WALLET,
          digest: toDigest(row.signature),
          blockNumber: number,
          blockHash,
        }
        this.records.apply(row, decideOutcome({ state: 'SUBMITTED', blockNumber: null }, { event }))
      }
    }
  }
}
