import { setTimeout as wait } from 'node:timers/promises'

export type JobLoop = ReturnType<typeof createJobLoop>

export type JobLoopOptions = {
  /** One round; `true` when there is more to do at once. */
  round: () => Promise<boolean | void>
  /** The longest time between two rounds, or what computes it after each. */
  pollMs: number | (() => number)
  /** The least time from one round to the next, for work that one round can do for many who wake; or what computes it. */
  paceMs?: number | (() => number)
  log: { warn: (line: { err: unknown }, complaint: string) => void }
  /** The log line when a round fails; it is tried again after `pollMs`. */
  complaint: string
}

/** Repeated work: at once when woken, and after a while in any case. */
export function createJobLoop(options: JobLoopOptions) {
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
      // Woken while the round was ending.
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
    /** Resolves when the round that is under way has ended. */
    idle: async () => running,
    /** Resolves when the round that is under way has ended; there is no other after it. */
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

/** Loops that run together. `listen` begins what wakes them, and answers what ends that. */
export function jobsOf(loops: readonly JobLoop[], listen: () => Promise<(() => void)[]>): Jobs {
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
