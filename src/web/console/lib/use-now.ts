import { useSyncExternalStore } from 'react'

type Ticks = { subscribe: (listener: () => void) => () => void; readNowMs: () => number }

function ticks(tickMs: number): Ticks {
  return {
    subscribe: (listener) => {
      const timer = setInterval(listener, tickMs)
      return () => clearInterval(timer)
    },
    // Whole ticks, so that the snapshot is stable between two of them.
    readNowMs: () => Math.floor(Date.now() / tickMs) * tickMs,
  }
}

let aheadMs = 0

/** How far the server's clock is ahead of the machine's, as only a sandbox's can be. */
export function setClockAhead(ms: number): void {
  aheadMs = ms
}

/** The server's time as far as it is known, for requests to it: a sandbox's may be ahead. */
export function serverNowMs(): number {
  return Date.now() + aheadMs
}

const CALM = ticks(10_000)
const SECONDS = ticks(1_000)

/** The time to ten seconds, live. */
export function useNow(): number {
  return useSyncExternalStore(CALM.subscribe, CALM.readNowMs) + aheadMs
}

/** The time to the second, live, for countdowns. */
export function useSecond(): number {
  return useSyncExternalStore(SECONDS.subscribe, SECONDS.readNowMs)
}
