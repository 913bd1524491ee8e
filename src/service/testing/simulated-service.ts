import { decideOutcome } from '#service/execution/decide-outcome.ts'
import { toDigest, WALLET, type SimulatedChain } from './simulated-chain.ts'
import { newRow, type Row, type SimulatedRecords } from './simulated-records.ts'
import type { SimulatedRelayer } from './simulated-relayer.ts'

/** The requests of the service that change the rows of `SimulatedRecords`. */
export class SimulatedService {
  private readonly chain: SimulatedChain
  private readonly records: SimulatedRecords
  private readonly relayer: SimulatedRelayer

  constructor(chain: SimulatedChain, records: SimulatedRecords, relayer: SimulatedRelayer) {
    this.chain = chain
    this.records = records
    this.relayer = relayer
  }

  /** A request to execute. */
  accept(signature: number, isHeld: boolean): void {
    const row = this.records.rows.get(signature)
    if (row?.state === 'SUBMITTED' || row?.state === 'CONFIRMED' || row?.state === 'CANCELLED') return
    if (row?.state === 'APPROVED') return
    if (this.chain.wouldSucceed(signature)) return this.acceptNew(signature, row, isHeld)
    const spent = this.chain.spentIn(signature, this.chain.head())
    if (spent === undefined) return
    const blockHash = this.chain.at(spent.number).hash
    const isFinal = spent.number <= this.chain.head() - this.chain.confirmations + 1n
    const event = {
      ...spent,
      wallet: WALLET,
      digest: toDigest(signature),
      blockNumber: spent.number,
      blockHash,
    }
    if (row !== undefined) {
      if (isFinal && row.watch !== null) this.records.apply(row, decideOutcome(row, { event }))
      return
    }
    if (spent.kind === 'cancelled') return
    const state = isFinal ? 'CONFIRMED' : 'SUBMITTED'
    this.records.rows.set(signature, {
      ...newRow(signature),
      state,
      watch: isFinal ? 'followed' : 'unread',
      hash: spent.hash,
      blockNumber: spent.number,
      blockHash,
    })
  }

  private acceptNew(signature: number, row: Row | undefined, isHeld: boolean): void {
    if (row?.state === 'FAILED' && (row.held === undefined || row.held.approved === true))
      return this.relayer.submit(row)
    if (row !== undefined) return
    const stored = newRow(signature)
    this.records.rows.set(signature, stored)
    if (!isHeld) return this.relayer.submit(stored)
    Object.assign(stored, {
      held: { approved: null, isOverdue: false, isCancelledByOrganization: false, asks: 'end-user' },
      watch: 'unread',
    })
  }

  /** A decision about a held row, or its expiry. */
  decide(signature: number, how: 'approve' | 'decline' | 'expire' | 'cancelHeld'): void {
    const row = this.records.rows.get(signature)
    if (row?.held === undefined) return
    if (how === 'expire') row.held.isOverdue = true
    if (row.state !== 'PENDING_USER_APPROVAL') return
    if (how === 'expire') row.state = 'EXPIRED'
    else if (row.held.isOverdue) return
    else if (how === 'cancelHeld') {
      row.held.isCancelledByOrganization = true
      row.state = 'CANCELLED'
    } else {
      row.held.approved = how === 'approve'
      row.state = how === 'approve' ? 'APPROVED' : 'REJECTED'
    }
  }

  /** Sends an approved row. */
  sendApproved(signature: number): void {
    const row = this.records.rows.get(signature)
    if (row?.state !== 'APPROVED') return
    if (this.chain.time() >= this.chain.expirationOf(signature)) row.state = 'FAILED'
    else if (this.chain.wouldSucceed(signature)) this.relayer.submit(row)
    else if (this.chain.spentIn(signature, this.chain.head()) !== undefined) row.watch = 'unread'
    else row.state = 'FAILED'
  }
}
