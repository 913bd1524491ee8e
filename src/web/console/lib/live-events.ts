import {
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createListeners } from '#web/ui/stored.ts'
import { type LiveState, openLiveConnection } from './live-connection.ts'
import { EVERYTHING, createRefresher } from './live-queries.ts'
import { isSessionOver, subscribeToSessionGate } from './session-gate.ts'

export let state: LiveState = 'reconnecting'

const listeners = createListeners()

function setState(next: LiveState): void {
  state = next
  listeners.notify()
}

/** Freshness of the displayed data. The shell's one connection (`useLiveEvents`) sets it. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(listeners.subscribe, () => state)
}

/**
 * Updates the displayed data while an administrator is signed in. Mounted once, in the shell. Without a
 * session there is no connection, and everything is refetched after the session is renewed.
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
    const refresher = createRefresher(
      (query) => void queryClient.invalidateQueries(query === EVERYTHING ? {} : { queryKey: [query] }),
    )
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

export const REFETCH_INTERVAL_MS = 15_000

/** Refetch interval while live events arrive, for data that has no event, in milliseconds. */
const LIVE_INTERVAL_MS = 60_000

/** Interval at which the server's data is refetched, in milliseconds. False while signed out. */
export function useRefetchInterval(): number | false {
  const state = useLiveState()
  if (useSyncExternalStore(subscribeToSessionGate, isSessionOver)) return false
  return state === 'live' ? LIVE_INTERVAL_MS : REFETCH_INTERVAL_MS
}

/** A query that is also refetched by interval, because no event reports its changes or no event arrives. */
export function useLiveQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
): UseQueryResult<Data, Error> {
  const refetchInterval = useRefetchInterval()
  return useQuery({ ...options, refetchInterval })
}
