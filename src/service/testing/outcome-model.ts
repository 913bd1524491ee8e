import type { TransactionState } from '#protocol/transaction-states.ts'
import { followOutcomes, type Following } from '#service/execution/follow-outcomes.ts'
import type { Step } from '#service/execution/outcome-store.ts'
import { SimulatedChain } from './simulated-chain.ts'
import { isCancelledByOrganization, SimulatedRecords } from './simulated-records.ts'
import { SimulatedRelayer } from './simulated-relayer.ts'
import { SimulatedService } from './simulated-service.ts'

/*
 * A model of a chain and of a database with a few transactions, in memory. The code that follows outcomes is the
 * product's own. Only its surroundings are modeled.
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
  'cancelHeld',
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
  private readonly relayer: SimulatedRelayer
  private readonly service: SimulatedService
  private readonly paused = new Map<number, () => Promise<void>>()

  constructor(confirmations: bigint) {
    this.chain = new SimulatedChain(confirmations)
    this.records = new SimulatedRecords(this.chain)
    this.relayer = new SimulatedRelayer(this.chain, this.records)
    this.service = new SimulatedService(this.chain, this.records, this.relayer)
  }

  async run({ do: name, on }: Command): Promise<void> {
    const signature = on % SIGNATURES
    const process = on % PROCESSES
    switch (name) {
      case 'mine':
        return this.chain.mine()
      case 'execute':
      case 'hold':
        return this.service.accept(signature, name === 'hold')
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
      case 'cancelHeld':
        return this.service.decide(signature, name)
      case 'settle':
        return this.relayer.settle()
      case 'sendApproved':
        return this.service.sendApproved(signature)
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
        return this.relayer.reorganize(BigInt(1 + (on % 4)), on < 6 ? signature : undefined)
    }
  }

  /** Lets everything end: all transactions expire, and all blocks become final. */
  async finish(): Promise<void> {
    this.paused.clear()
    for (let round = 0; round < 60; round += 1) {
      this.chain.mine()
      this.relayer.settle()
      for (let signature = 0; signature < SIGNATURES; signature += 1) {
        if (round > 30) this.service.decide(signature, 'expire')
        this.service.sendApproved(signature)
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
      const ended = ['FAILED', 'REJECTED', 'EXPIRED'].includes(row.state) || isCancelledByOrganization(row)
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
}
