import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/ui/stored.ts'

/** How far the server's clock is ahead of the machine's: a sandbox's can be moved, and a machine's can be wrong. */
let aheadMs = 0
const moved = createListeners()

/** An answer takes that long at most; clocks that differ by less count as equal. */
const NOISE_MS = 5_000

/** Learns the server's time from the `Date` of an answer; what displays a time is rendered again. */
export function learnServerTime(date: string | null): void {
  // Whole seconds: half a second later is the middle.
  const ahead = Date.parse(date ?? '') + 500 - Date.now()
  if (Number.isNaN(ahead) || Math.abs(ahead - aheadMs) < NOISE_MS) return
  aheadMs = ahead
  moved.notify()
}

/** A moment of the machine's clock by the server's. */
export const serverTimeOf = (machineMs: number): number => machineMs + aheadMs

/** The server's time: the only clock of the console. */
export const serverNowMs = (): number => serverTimeOf(Date.now())

function ticks(tickMs: number) {
  return {
    subscribe: (listener: () => void) => {
      const timer = setInterval(listener, tickMs)
      const forget = moved.subscribe(listener)
      return () => {
        clearInterval(timer)
        forget()
      }
    },
    // Whole ticks, so that the snapshot is stable between two of them.
    readNowMs: () => Math.floor(serverNowMs() / tickMs) * tickMs,
  }
}

const CALM = ticks(10_000)
const SECONDS = ticks(1_000)

/** The server's time to ten seconds, live. */
export function useNow(): number {
  return useSyncExternalStore(CALM.subscribe, CALM.readNowMs)
}

/** The server's time to the second, live, for countdowns. */
export function useSecond(): number {
  return useSyncExternalStore(SECONDS.subscribe, SECONDS.readNowMs)
}
