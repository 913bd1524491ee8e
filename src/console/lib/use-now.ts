import { useSyncExternalStore } from 'react'

const TICK_MS = 10_000

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS)
  return () => clearInterval(timer)
}

/** Whole ticks, so that the snapshot holds still between two of them. */
function readNowMs(): number {
  return Math.floor(Date.now() / TICK_MS) * TICK_MS
}

/** The present time to ten seconds; what shows it follows it. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, readNowMs)
}
