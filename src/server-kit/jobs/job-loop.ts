import { setTimeout as wait } from 'node:timers/promises'

export type JobLoop = {
  start: () => void
  /** Starts a round now, or once more after the current one. */
  wake: () => void
  /** Resolves when the current round has ended. */
  idle: () => Promise<void>
  /** Stops the loop. Resolves when the current round has ended. */
  stop: () => Promise<void>
}

export type JobLoopOptions = {
  /** Runs one round. Returns true if more work is waiting. */
  round: () => Promise<boolean | void>
  /** Maximum time between two rounds in milliseconds, or a function that computes it after each round. */
  pollMs: number | (() => number)
  /**
   * Minimum time between the starts of two rounds in milliseconds, or a function that computes it. Use it if
   * one round can serve many wake-ups.
   */
  paceMs?: number | (() => number)
  log: { warn: (line: { err: unknown }, complaint: string) => void }
  /** Log line of a failed round. The loop retries after `pollMs`. */
  complaint: string
}

/** Repeats work: immediately when woken, and otherwise after the poll interval. */
export function createJobLoop(options: JobLoopOptions): JobLoop {
  const { round, pollMs, paceMs = 0, log, complaint } = options
  let paced: Promise<unknown> = Promise.resolve()
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let woken = false
  let isStopped = true

  async function run(): Promise<void> {
    do {
      await paced
      if (isStopped) return
      woken = false
      if (paceMs !== 0) paced = wait(readMs(paceMs))
      try {
        woken = (await round()) === true || woken
      } catch (error) {
        if (!isStopped) log.warn({ err: error }, complaint)
        woken = false
      }
    } while (woken && !isStopped)
  }
  function wake(): void {
    if (isStopped) return
    woken = true
    clearTimeout(timer)
    running ??= run().finally(() => {
      running = undefined
      if (isStopped) return
      // `wake` was called while the round was ending.
      if (woken) return wake()
      timer = setTimeout(wake, readMs(pollMs))
      timer.unref()
    })
  }
  return {
    start: () => {
      isStopped = false
      wake()
    },
    wake,
    idle: async () => running,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

function readMs(ms: number | (() => number)): number {
  return typeof ms === 'number' ? ms : ms()
}

export type Jobs = { start: () => Promise<void>; stop: () => Promise<void> }

/**
 * Groups loops that start and stop together. `listen` subscribes to their wake-ups and returns functions that
 * unsubscribe.
 */
export function joinLoops(loops: readonly JobLoop[], listen: () => Promise<(() => void)[]>): Jobs {
  let ends: (() => void)[] = []
  return {
    start: async () => {
      ends = await listen()
      for (const loop of loops) loop.start()
    },
    stop: async () => {
      for (const end of ends.splice(0)) end()
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
