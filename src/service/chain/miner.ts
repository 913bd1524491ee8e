import { setTimeout as wait } from 'node:timers/promises'
import type { Address, Hex } from 'viem'
import { apiError } from '#server-kit/http/http-error.ts'
import { ACCEPTED_WORK_BYTES, hasRoom, requireRoom } from '#service/disk-room.ts'
import type { Anvil } from './anvil-process.ts'
import type { BlockListener } from './chain.ts'
import type { EmbeddedChainSettings, EmbeddedState } from './embedded-state.ts'
import { RpcError } from './rpc.ts'
import { TaskLoop } from './task-loop.ts'

/** Minimum time between two blocks, in milliseconds. */
const INTERVAL_MS = 10
const RESTARTS_MAX = 5
const RESTARTS_WINDOW_MS = 60_000
/** Maximum time in milliseconds to notice the end of anvil's process after a broken connection. */
const END_NOTICE_MS = 250

/** Makes all changes of the embedded chain one after the other, with blocks in between. */
export class Miner {
  private readonly options: EmbeddedChainSettings
  private readonly state: EmbeddedState
  private readonly loop: TaskLoop
  private readonly listeners = new Set<BlockListener>()
  private readonly restartedAt: number[] = []

  constructor(state: EmbeddedState, options: EmbeddedChainSettings) {
    this.options = options
    this.state = state
    this.loop = new TaskLoop({ intervalMs: INTERVAL_MS, mine: () => this.mine() })
    this.watchEnd()
    // Mines transactions left in the pool by an earlier process.
    this.loop.expectBlock()
  }

  /**
   * Resolves when the pool has accepted the transaction and its record is on the disk.
   *
   * @throws DiskFullError before anything reached the chain, like every operation that changes the chain
   */
  async send(raw: Hex): Promise<Hex> {
    requireRoom(this.options.freeBytes)
    const hash = await this.change(() => this.state.send(raw))
    this.loop.expectBlock()
    await this.state.flush()
    return hash
  }

  /** Returns why nothing is accepted at present, or undefined. */
  fault(): string | undefined {
    return hasRoom(this.options.freeBytes) ? undefined : 'takes nothing: its disk is full'
  }

  async setBalance(address: Address, wei: bigint): Promise<void> {
    requireRoom(this.options.freeBytes)
    return this.change(() => this.state.setBalance(address, wei))
  }

  /** Mines one block with the present time. It is empty if no transaction is pending. */
  async mineNow(): Promise<void> {
    requireRoom(this.options.freeBytes)
    return this.change(async () => {
      await this.state.mine()
      this.notify()
    })
  }

  onBlock(listener: BlockListener): () => void {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  /** Replaces anvil if it has ended. Returns whether a retry makes sense. */
  async revive(anvil: Anvil): Promise<boolean> {
    const ended = await Promise.race([anvil.ended.then(() => true), wait(END_NOTICE_MS, false)])
    if (this.loop.isClosed) return false
    if (!ended) return true
    const revived = this.loop.run(async () => {
      if (this.state.anvil === anvil) await this.restart(new Error('the process ended'))
      return true
    })
    return revived.catch((error: unknown) => this.giveUp(error))
  }

  async close(): Promise<void> {
    await this.loop.close()
    this.listeners.clear()
    await this.state.close()
  }

  private async mine(): Promise<boolean> {
    // A partial record would make the chain unusable, so accepted transactions wait for disk space.
    if (!hasRoom(this.options.freeBytes, ACCEPTED_WORK_BYTES)) return this.state.waiting > 0
    try {
      if (!(await this.state.hasReady())) return false
      await this.state.mine()
      this.notify()
      return true
    } catch (error) {
      return this.restart(error).then(
        () => true,
        (failure: unknown) => this.giveUp(failure),
      )
    }
  }

  /** Makes one change. If anvil ends meanwhile, starts it again and repeats the change. */
  private change<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    return this.loop.run(async () => {
      try {
        return await work()
      } catch (error) {
        if (error instanceof RpcError) throw error
        await this.restart(error)
        return await work()
      }
    })
  }

  private async restart(reason: unknown): Promise<void> {
    const at = Date.now()
    const recent = this.restartedAt.filter((time) => time > at - RESTARTS_WINDOW_MS)
    // A refused restart is not counted. Otherwise, repeated requests would keep the chain down.
    if (recent.length >= RESTARTS_MAX) {
      throw apiError('CHAIN_FAILED', { cause: reason })
    }
    this.restartedAt.splice(0, Infinity, ...recent, at)
    this.options.log.warn({ err: reason }, 'the embedded chain ended; starting it again from its record')
    await this.state.restart()
    this.watchEnd()
    this.notify()
    this.loop.expectBlock()
  }

  private giveUp(error: unknown): false {
    this.options.log.error({ err: error }, 'the embedded chain does not start any more')
    return false
  }

  private watchEnd(): void {
    const { anvil } = this.state
    void anvil.ended.then(() => (this.loop.isClosed ? false : this.revive(anvil)))
  }

  private notify(): void {
    const { number, transactions } = this.state.head
    for (const listener of this.listeners) listener({ number, transactions })
  }
}
