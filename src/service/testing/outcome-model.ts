import type { Hex } from 'viem'
import type { TransactionState } from '#protocol/transaction-states.ts'
import { decideOutcome } from '#service/execution/decide-outcome.ts'
import { followOutcomes, type Following } from '#service/execution/follow-outcomes.ts'
import type { Step } from '#service/execution/outcome-store.ts'
import { toDigest, SimulatedChain, WALLET } from './simulated-chain.ts'
import { isWithdrawn, newRow, SimulatedRecords, type Relayed, type Row } from './simulated-records.ts'

/*
 * A chain and a database of a few transactions in memory, on which the real decisions run. The code that
 * follows outcomes is the product's own. Only its surroundings are modeled.
 */

const SIGNATURES = 2
const PROCESSES = 2

/** A step of a history. `on` selects a signature or a process. */
export type Command = { do: CommandName; on: number }
export const COMMANDS = [
  'mine',
  'execute',
  'hold',
  'outside',
  'cancel',
  'shut',
  'open',
  'approve',
  'decline',
  'expire',
  'withdraw',
  'settle',
  'sendApproved',
  'round',
  'begin',
  'finish',
  'restart',
  'reorganize',
] as const
type CommandName = (typeof COMMANDS)[number]

export class OutcomeModel {
  private readonly chain: SimulatedChain
  private readonly records: SimulatedRecords
  private readonly paused = new Map<number, () => Promise<void>>()

  constructor(confirmations: bigint) {
    this.chain = new SimulatedChain(confirmations)
    this.records = new SimulatedRecords(this.chain)
  }

  async run({ do: name, on }: Command): Promise<void> {
    const signature = on % SIGNATURES
    const process = on % PROCESSES
    switch (name) {
      case 'mine':
        return this.chain.mine()
      case 'execute':
      case 'hold':
        return this.accept(signature, name === 'hold')
      case 'outside':
        return this.chain.send({ signature, hash: this.chain.name(), relayed: false })
      case 'cancel':
        return this.chain.cancel(signature)
      case 'shut':
        return void this.chain.refusing.add(signature)
      case 'open':
        return void this.chain.refusing.delete(signature)
      case 'approve':
      case 'decline':
      case 'expire':
      case 'withdraw':
        return this.decide(signature, name)
      case 'settle':
        return this.settle()
      case 'sendApproved':
        return this.sendApproved(signature)
      case 'round':
        return void (await followOutcomes(this.following()))
      case 'begin':
        return this.begin(process)
      case 'finish':
        await this.paused.get(process)?.()
        return void this.paused.delete(process)
      case 'restart':
        return void this.paused.delete(process)
      case 'reorganize':
        return this.reorganize(BigInt(1 + (on % 4)), on < 6 ? signature : undefined)
    }
  }

  /** Lets everything end: all transactions expire, and all blocks become final. */
  async finish(): Promise<void> {
    this.paused.clear()
    for (let round = 0; round < 60; round += 1) {
      this.chain.mine()
      this.settle()
      for (let signature = 0; signature < SIGNATURES; signature += 1) {
        if (round > 30) this.decide(signature, 'expire')
        this.sendApproved(signature)
      }
      while (await followOutcomes(this.following()));
    }
  }

  states(): TransactionState[] {
    return [...this.records.rows.values()].map(({ state }) => state)
  }

  /** The differences between the records and the truth. Empty if there are none. */
  lies(isEnd: boolean): string[] {
    return [...this.records.rows.values()].flatMap((row) => {
      const spent = this.chain.spentIn(row.signature, this.chain.head())
      const description = `${row.state} ${row.watch} of ${JSON.stringify(row.signature)}`
      const ended = ['FAILED', 'REJECTED', 'EXPIRED'].includes(row.state) || isWithdrawn(row)
      if (ended && row.watch === null && spent?.kind === 'executed')
        return [`final, but executed: ${description}`]
      if (ended && row.watch === null && this.chain.time() < this.chain.expirationOf(row.signature))
        return [`final too early: ${description}`]
      if (row.state === 'CONFIRMED' && this.chain.lacks(row)) return [`not in its block: ${description}`]
      if (!isEnd) return []
      if (spent === undefined) return ended ? [] : [`nothing happened: ${description}`]
      const right = spent.kind === 'executed' ? 'CONFIRMED' : 'CANCELLED'
      if (row.state !== right) return [`${spent.kind}: ${description}`]
      return row.state === 'CONFIRMED' && row.hash !== spent.hash ? [`another hash: ${description}`] : []
    })
  }

  private following(hold?: (record: () => void) => Promise<void>): Following {
    const record = (step: Step) => this.records.record(step)
    return {
      chain: {
        finalBlock: () => Promise.resolve(this.chain.finalBlock()),
        within: (after, final) =>
          Promise.resolve(final.number - after.number <= 3n ? final : this.chain.describe(after.number + 3n)),
        near: (cursor) => Promise.resolve(cursor),
        beneath: (block) => Promise.resolve(this.chain.beneath(block)),
        isReplaced: (block) => Promise.resolve(this.chain.isReplaced(block)),
        events: ({ from, to }) => Promise.resolve({ events: this.chain.eventsIn(from, to), changes: [] }),
        coSigners: () => Promise.resolve(new Map()),
        spent: (which, at) => Promise.resolve(which.filter((one) => this.chain.isUsed(one, at))),
        find: (which, to) => {
          const wanted = new Set(which.map(({ digest }) => digest))
          return Promise.resolve(this.chain.eventsIn(0n, to).filter(({ digest }) => wanted.has(digest)))
        },
      },
      store: {
        cursor: () => Promise.resolve(this.records.cursor),
        watched: () => Promise.resolve(this.records.watched()),
        annotate: (events) => Promise.resolve([...events]),
        findOutside: () => Promise.resolve([]),
        recordEndedRemovals: () => Promise.resolve(),
        record: (step) => (hold === undefined ? Promise.resolve(record(step)) : hold(() => record(step))),
        outcomeBlocks: () => Promise.resolve(this.records.outcomeBlocks()),
        takeBack: (gone, to) => Promise.resolve(this.records.takeBack(gone, to)),
      },
    }
  }

  /** A round that stops before it stores its reads, because its process is paused. */
  private async begin(process: number): Promise<void> {
    let reached = () => {}
    const atRecord = new Promise<void>((resolve) => void (reached = resolve))
    const running = followOutcomes(
      this.following(
        (record) =>
          new Promise<void>((resolve) => {
            this.paused.set(process, async () => {
              record()
              resolve()
              await running
            })
            reached()
          }),
      ),
    )
    await Promise.race([atRecord, running])
  }

  // The relayer.

  private reorganize(depth: bigint, executed: number | undefined): void {
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
  private submit(row: Row): void {
    const hash = this.chain.name()
    const relayed: Relayed = { status: 'signed', hash, blockNumber: null, blockHash: null, reason: null }
    Object.assign(row, { state: 'SUBMITTED', watch: null, hash, blockNumber: null, relayed })
    this.chain.send({ signature: row.signature, hash, relayed: true })
  }
  /** Records final receipts (`settle.ts`, `record-relay-outcomes.ts`). */
  private settle(): void {
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

  // The service.

  private accept(signature: number, isHeld: boolean): void {
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
      return this.submit(row)
    if (row !== undefined) return
    const stored = newRow(signature)
    this.records.rows.set(signature, stored)
    if (!isHeld) return this.submit(stored)
    Object.assign(stored, {
      held: { approved: null, isOverdue: false, isWithdrawn: false, asks: 'end-user' },
      watch: 'unread',
    })
  }
  private decide(signature: number, how: 'approve' | 'decline' | 'expire' | 'withdraw'): void {
    const row = this.records.rows.get(signature)
    if (row?.held === undefined) return
    if (how === 'expire') row.held.isOverdue = true
    if (row.state !== 'PENDING_USER_APPROVAL') return
    if (how === 'expire') row.state = 'EXPIRED'
    else if (row.held.isOverdue) return
    else if (how === 'withdraw') {
      row.held.isWithdrawn = true
      row.state = 'CANCELLED'
    } else {
      row.held.approved = how === 'approve'
      row.state = how === 'approve' ? 'APPROVED' : 'REJECTED'
    }
  }
  private sendApproved(signature: number): void {
    const row = this.records.rows.get(signature)
    if (row?.state !== 'APPROVED') return
    if (this.chain.time() >= this.chain.expirationOf(signature)) row.state = 'FAILED'
    else if (this.chain.wouldSucceed(signature)) this.submit(row)
    else if (this.chain.spentIn(signature, this.chain.head()) !== undefined) row.watch = 'unread'
    else row.state = 'FAILED'
  }
}
