import { apiError } from '#server-kit/http/http-error.ts'

/** Number of intervals after which a block is due, even if tasks are waiting. */
const INTERVALS_MAX = 4
/**
 * Minimum pause after a block, as a multiple of the block's duration, but at most `PAUSE_MS_MAX`. Tasks therefore run
 * even if each block is slow.
 */
const PAUSE_FACTOR = 2
const PAUSE_MS_MAX = 125

/**
 * Runs tasks one after the other, and `mine` between them. A block is mined immediately if no task is waiting, after
 * a few intervals at the latest, and at most once per interval. The interval is extended if a block takes longer, as
 * on a chain with much state.
 */
export class TaskLoop {
  private readonly intervalMsMin: number
  private intervalMs: number
  /** Returns whether another block is expected. Does not reject. */
  private readonly mine: () => Promise<boolean>
  private readonly tasks: (() => Promise<void>)[] = []
  private running: Promise<void> | undefined
  private blockExpected = true
  private minedAt = 0
  isClosed = false
  private wake: () => void = () => {}

  constructor(options: { intervalMs: number; mine: () => Promise<boolean> }) {
    this.intervalMsMin = options.intervalMs
    this.intervalMs = options.intervalMs
    this.mine = options.mine
  }

  /** Requests a block. The owner also calls it once at the start. */
  expectBlock(): void {
    this.blockExpected = true
    this.kick()
  }

  run<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (this.isClosed) return Promise.reject(apiError('UNAVAILABLE', 'The service is stopping'))
    return new Promise((resolve, reject) => {
      this.tasks.push(() => work().then(resolve, reject))
      this.kick()
    })
  }

  /** Finishes the accepted tasks and stops mining. */
  async close(): Promise<void> {
    this.isClosed = true
    this.wake()
    while (this.running !== undefined) await this.running
  }

  private kick(): void {
    this.wake()
    this.running ??= this.runAll().finally(() => {
      this.running = undefined
      if (this.tasks.length > 0 || this.minesOn) this.kick()
    })
  }

  private get minesOn(): boolean {
    return this.blockExpected && !this.isClosed
  }

  private async runAll(): Promise<void> {
    for (;;) {
      const waited = Date.now() - this.minedAt
      const isDue = this.minesOn && waited >= this.intervalMs
      if (isDue && (this.tasks.length === 0 || waited >= this.intervalMs * INTERVALS_MAX)) {
        await this.mineBlock()
        continue
      }
      const task = this.tasks.shift()
      if (task !== undefined) await task()
      else if (this.minesOn) await this.idle(this.intervalMs - waited)
      else return
    }
  }

  private async mineBlock(): Promise<void> {
    const startedAt = Date.now()
    this.blockExpected = await this.mine()
    this.minedAt = Date.now()
    const pauseMs = Math.min(PAUSE_MS_MAX, PAUSE_FACTOR * (this.minedAt - startedAt))
    this.intervalMs = Math.max(this.intervalMsMin, pauseMs)
  }

  /** Waits, but ends early if a task arrives. */
  private idle(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
