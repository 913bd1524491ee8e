import { useSyncExternalStore } from 'react'
import { useLiveState } from './live-events.ts'
import { isSessionOver, subscribeToSessionGate } from './session-gate.ts'

const INTERVAL_MS = 15_000
/** While events tell of every change: for what no event tells of. */
const LIVE_INTERVAL_MS = 60_000

/** How often what the server keeps is asked for again; not by somebody who is signed out. */
export function useRefetchInterval(): number | false {
  const state = useLiveState()
  if (useSyncExternalStore(subscribeToSessionGate, isSessionOver)) return false
  return state === 'live' ? LIVE_INTERVAL_MS : INTERVAL_MS
}
