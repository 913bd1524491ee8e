import { useSyncExternalStore } from 'react'

type Ticks = { subscribe: (listener: () => void) => () => void; readNowMs: () => number }

function ticks(tickMs: number): Ticks {
  return {
    subscribe: (listener) => {
      const timer = setInterval(listener, tickMs)
      return () => clearInterval(timer)
    },
    // Whole ticks, so that the snapshot holds still between two of them.
    readNowMs: () => Math.floor(Date.now() / tickMs) * tickMs,
  }
}

let aheadMs = 0

/** How far the server's present is before the machine's: only a sandbox's can be. */
export function setClockAhead(ms: number): void {
  aheadMs = ms
}

/** The server's present as far as it is known, for what is asked of it: a sandbox's may be ahead. */
export function serverNowMs(): number {
  return Date.now() + aheadMs
}

const CALM = ticks(10_000)
const SECONDS = ticks(1_000)

/** The present time to ten seconds; what shows it follows it. */
export function useNow(): number {
  return useSyncExternalStore(CALM.subscribe, CALM.readNowMs) + aheadMs
}

/** The present time to the second, for what counts down. */
export function useSecond(): number {
  return useSyncExternalStore(SECONDS.subscribe, SECONDS.readNowMs)
}
