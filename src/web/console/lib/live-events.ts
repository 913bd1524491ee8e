import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { openLiveConnection, type LiveState } from './live-connection.ts'
import { createRefresher } from './refresh-on-events.ts'
import { isSessionOver, subscribeToSessionGate } from './session-gate.ts'

let state: LiveState = 'reconnecting'
const listeners = new Set<() => void>()

function setState(next: LiveState): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How current the pages are, by the one connection of `useLiveEvents`. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribe, () => state)
}

/**
 * Updates the displayed data while an administrator is signed in. Mounted once, in the shell. Without a session there
 * is no connection; after its renewal everything is refetched.
 */
export function useLiveEvents(): void {
  const queryClient = useQueryClient()
  const isOver = useSyncExternalStore(subscribeToSessionGate, isSessionOver)
  const wasOver = useRef(false)
  useEffect(() => {
    if (isOver) {
      wasOver.current = true
      return
    }
    const refresher = createRefresher((query) => void queryClient.invalidateQueries({ queryKey: [query] }))
    const close = openLiveConnection({
      onEvent: refresher.onEvent,
      onReset: refresher.refreshAll,
      onState: setState,
    })
    if (wasOver.current) refresher.refreshAll()
    return () => {
      close()
      refresher.stop()
      setState('reconnecting')
    }
  }, [queryClient, isOver])
}

const INTERVAL_MS = 15_000
/** While live events report changes: for what has no event. */
const LIVE_INTERVAL_MS = 60_000

/** How often the server's data is refetched; never while signed out. */
export function useRefetchInterval(): number | false {
  const state = useLiveState()
  if (useSyncExternalStore(subscribeToSessionGate, isSessionOver)) return false
  return state === 'live' ? LIVE_INTERVAL_MS : INTERVAL_MS
}
