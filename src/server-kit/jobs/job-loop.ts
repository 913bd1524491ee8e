import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Work that is done again and again: at once when woken, and after a while in any case. */
export type WakeLoop = {
  start: () => void
  wake: () => void
  /** Resolves when the round that is under way has ended; there is no other after it. */
  stop: () => Promise<void>
}

export type WakeLoopOptions = {
  /** One round; answers whether there is more to do at once. */
  round: () => Promise<boolean>
  /** The longest time between two rounds. */
  pollMs: number
  /** The least time from one round to the next, for work that one round can do for many who wake. */
  paceMs?: number
  log: Logger
  /** What the log says when a round fails; it is tried again after `pollMs`. */
  complaint: string
}

export function createWakeLoop(options: WakeLoopOptions): WakeLoop {
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
      if (paceMs > 0) paced = wait(paceMs)
      try {
        woken = (await round()) || woken
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
      timer = setTimeout(wake, pollMs)
      timer.unref()
    })
  }
  return {
    start: () => {
      isStopped = false
      wake()
    },
    wake,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
