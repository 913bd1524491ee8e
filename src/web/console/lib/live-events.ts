import {
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { type EventBody, LIVE_EVENT_TYPES, EVENT_TYPES } from '#protocol/events.ts'
import { createListeners } from '#web/ui/stored.ts'
import { isSessionOver, subscribeToSessionGate } from './session-gate.ts'

let state: LiveState = 'reconnecting'
const listeners = createListeners()

function setState(next: LiveState): void {
  state = next
  listeners.notify()
}

/** How current the pages are. The shell's one connection (`useLiveEvents`) sets it. */
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

const INTERVAL_MS = 15_000
/** Refetch interval while live events arrive, for data that has no event, in milliseconds. */
const LIVE_INTERVAL_MS = 60_000

/** Interval at which the server's data is refetched, in milliseconds. False while signed out. */
export function useRefetchInterval(): number | false {
  const state = useLiveState()
  if (useSyncExternalStore(subscribeToSessionGate, isSessionOver)) return false
  return state === 'live' ? LIVE_INTERVAL_MS : INTERVAL_MS
}

/** A query that is also refetched by interval, because no event reports its changes or no event arrives. */
export function useLiveQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
): UseQueryResult<Data, Error> {
  const refetchInterval = useRefetchInterval()
  return useQuery({ ...options, refetchInterval })
}

/**
 * First element of the query keys that an event may change. `protection`: who must sign or approve for a
 * wallet.
 */
type LiveQuery =
  | 'address-book'
  | 'api-keys'
  | 'balances'
  | 'overview'
  | 'protection'
  | 'transactions'
  | 'wallets'
  | 'webhooks'
const EVERYTHING = '*'

/**
 * Minimum time between two reads of a query, in milliseconds. Limits floods of events to two reads per
 * second.
 */
const PACE_MS = 500
/**
 * Delay of the second read after an event, in milliseconds. Its consequences, such as a sent mail or a
 * delivered webhook, have no event.
 */
const ECHO_MS = 3_000

/** A wallet's call may also name its backup, refuse a recovery or grant a permission. */
const MOVED: readonly LiveQuery[] = ['transactions', 'balances', 'protection']
/** The wallet list can be filtered by whether the end-user has enrolled. */
const ENROLLED: readonly LiveQuery[] = ['wallets', 'protection']

/** Queries that each event changes. */
const CHANGED: Readonly<Record<EventBody['type'], readonly LiveQuery[]>> = {
  'transaction.held': ['transactions'],
  'transaction.seen': ['transactions'],
  'transaction.approved': ['transactions'],
  'transaction.rejected': ['transactions'],
  'transaction.submitted': ['transactions'],
  'transaction.confirmed': MOVED,
  'transaction.failed': MOVED,
  'transaction.expired': ['transactions'],
  'transaction.cancelled': ['transactions'],
  'message.held': [],
  'message.decided': [],
  // A displayed address may now have a name.
  'wallet.created': [...ENROLLED, 'address-book'],
  'wallet.cosigner.set': ['wallets', 'protection'],
  'wallet.cosigner.removal.started': ['protection'],
  'wallet.cosigner.removed': ['wallets', 'protection'],
  'wallet.key.added': ['protection'],
  'wallet.key.removed': ['protection'],
  'approver.enrolled': ENROLLED,
  'approver.passkey-removed': [],
  'apikey.exposed': ['api-keys'],
  'alert.raised': [],
  'alert.cleared': [],
  'webhook.test': [],
}

/** Queries to refetch after an event. The overview's numbers change with every event. */
export function listQueries(type: EventBody['type']): LiveQuery[] {
  return [...CHANGED[type], 'webhooks', 'overview']
}

type Pace = { timer: ReturnType<typeof setTimeout>; isWanted: boolean }

/**
 * Turns events into refetches. The first event refetches at once, and events that follow are batched into a
 * later one.
 */
export function createRefresher(refresh: (query: LiveQuery | typeof EVERYTHING) => void): {
  onEvent: (type: EventBody['type']) => void
  refreshAll: () => void
  stop: () => void
} {
  const paces = new Map<LiveQuery | typeof EVERYTHING, Pace>()
  const echoes = new Map<LiveQuery, ReturnType<typeof setTimeout>>()

  const paced = (query: LiveQuery | typeof EVERYTHING) => {
    const pace = paces.get(EVERYTHING) ?? paces.get(query)
    if (pace !== undefined) {
      pace.isWanted = true
      return
    }
    refresh(query)
    const timer = setTimeout(() => {
      const wasWanted = paces.get(query)?.isWanted === true
      paces.delete(query)
      if (wasWanted) paced(query)
    }, PACE_MS)
    paces.set(query, { timer, isWanted: false })
  }
  return {
    onEvent: (type: EventBody['type']) => {
      for (const query of listQueries(type)) {
        paced(query)
        clearTimeout(echoes.get(query))
        echoes.set(
          query,
          setTimeout(() => paced(query), ECHO_MS),
        )
      }
    },
    /** Refetches all displayed data. */
    refreshAll: () => paced(EVERYTHING),
    stop: () => {
      for (const { timer } of paces.values()) clearTimeout(timer)
      for (const timer of echoes.values()) clearTimeout(timer)
      paces.clear()
      echoes.clear()
    },
  }
}

/**
 * How current the pages are, from the state of the live connection. `off`: the service behind this console
 * has no live events. `offline`: the browser has no network.
 */
export type LiveState = 'live' | 'reconnecting' | 'off' | 'offline'

type LiveConnectionOptions = {
  onEvent: (type: EventBody['type']) => void
  /** Changes may have been missed, so all displayed data is refetched. */
  onReset: () => void
  onState: (state: LiveState) => void
  /** Opens the stream. Undefined uses the browser's EventSource. */
  open?: (url: string) => EventSource
}

/**
 * Time after which a background tab disconnects, in milliseconds. Over HTTP/1.1 a browser has six connections
 * for all tabs of a site.
 */
const HIDDEN_MS = 5_000
/**
 * First pause before a reconnect, in milliseconds. The browser's own retry has no backoff and stops after a
 * refusal.
 */
const RETRY_MS = 500
const RETRY_MS_MAX = 30_000
const TYPES = [...EVENT_TYPES, ...LIVE_EVENT_TYPES]

const stateSchema = z.object({ state: z.enum(['live', 'reconnecting', 'off']) })

/**
 * Streams the organization's events while the page is visible and resumes after the last event. Returns the
 * function that ends it.
 */
export function openLiveConnection(options: LiveConnectionOptions): () => void {
  const { onState, onReset, open = (url) => new EventSource(url) } = options
  let source: EventSource | undefined
  let lastEventId = ''
  /** True after the first connection and after a failed one. */
  let mayHaveMissed = false
  let retryMs = RETRY_MS
  let timer: ReturnType<typeof setTimeout> | undefined

  const disconnect = () => {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }
  const connect = () => {
    disconnect()
    const opened = open(`/api/live${lastEventId === '' ? '' : `?afterSequence=${lastEventId}`}`)
    source = opened
    listenTo(opened, options, (id) => {
      lastEventId = id
    })
    opened.addEventListener('open', () => {
      retryMs = RETRY_MS
      if (mayHaveMissed) onReset()
      mayHaveMissed = true
    })
    opened.addEventListener('error', () => {
      if (source !== opened) return
      mayHaveMissed = true
      onState('reconnecting')
      opened.close()
      timer = setTimeout(connect, retryMs)
      retryMs = Math.min(retryMs * 2, RETRY_MS_MAX)
    })
  }
  const look = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(disconnect, HIDDEN_MS)
    else if (source === undefined || source.readyState === source.CLOSED) connect()
  }
  // The earlier connection may be dead without an error.
  const comeBack = () => {
    onState('reconnecting')
    if (document.visibilityState !== 'hidden') connect()
  }
  // The connection would look alive until something is written to it.
  const goOffline = () => {
    disconnect()
    mayHaveMissed = true
    onState('offline')
  }
  connect()
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', comeBack)
  window.addEventListener('offline', goOffline)
  return () => {
    disconnect()
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('online', comeBack)
    window.removeEventListener('offline', goOffline)
  }
}

function listenTo(
  opened: EventSource,
  { onEvent, onReset, onState }: LiveConnectionOptions,
  onId: (lastEventId: string) => void,
): void {
  const on = (name: string, handle: (data: string) => void) =>
    opened.addEventListener(name, (event: MessageEvent<string>) => {
      if (event.lastEventId !== '') onId(event.lastEventId)
      handle(event.data)
    })
  for (const type of TYPES) on(type, () => onEvent(type))
  on('reset', onReset)
  // Another administrator made a change that no event reports.
  on('changed', onReset)
  on('state', (data) => onState(readState(data)))
}

function readState(data: string): LiveState {
  try {
    return stateSchema.parse(JSON.parse(data)).state
  } catch {
    return 'reconnecting'
  }
}
