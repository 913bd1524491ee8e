import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/ui/stored.ts'

/**
 * Time by which the server's clock is ahead of this machine's, in milliseconds. A sandbox can move its clock, and a
 * machine's clock can be wrong.
 */
let aheadMs = 0
const moved = createListeners()

/** Longest assumed response time, in milliseconds. Clocks that differ by less count as equal. */
const NOISE_MS = 5_000

/** Sets the clock from a response's `Date` header. Displayed times are rendered again if it moved. */
export function learnServerTime(date: string | null): void {
  // The header has whole seconds, so half a second is added as the expected value.
  const ahead = Date.parse(date ?? '') + 500 - Date.now()
  if (Number.isNaN(ahead) || Math.abs(ahead - aheadMs) < NOISE_MS) return
  aheadMs = ahead
  moved.notify()
}

/** Converts a time of this machine's clock to the server's. */
export const toServerTime = (machineMs: number): number => machineMs + aheadMs

/** The server's time, which is the console's only clock. */
export const serverNowMs = (): number => toServerTime(Date.now())

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
    // Rounds to whole ticks, so that the snapshot is stable between two ticks.
    readNowMs: () => Math.floor(serverNowMs() / tickMs) * tickMs,
  }
}

const CALM = ticks(10_000)
const SECONDS = ticks(1_000)

/** The server's time, rounded to ten seconds. Updates by itself. */
export function useNow(): number {
  return useSyncExternalStore(CALM.subscribe, CALM.readNowMs)
}

/** The server's time, rounded to a second, for countdowns. Updates by itself. */
export function useSecond(): number {
  return useSyncExternalStore(SECONDS.subscribe, SECONDS.readNowMs)
}
