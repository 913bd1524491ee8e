import { useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isSessionOver, subscribeToSessionGate } from './session-gate.ts'
import { createListeners } from '#web/ui/stored.ts'
import { type EventBody, LIVE_EVENT_TYPES, EVENT_TYPES } from '#protocol/events.ts'
import * as z from 'zod/mini'

let state: LiveState = 'reconnecting'
const listeners = createListeners()

function setState(next: LiveState): void {
  state = next
  listeners.notify()
}

/** How current the pages are, by the one connection of `useLiveEvents`. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(listeners.subscribe, () => state)
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
/** While live events report changes: for what has no event. */
const LIVE_INTERVAL_MS = 60_000

/** Interval at which the server's data is refetched, in milliseconds; `false` while signed out. */
export function useRefetchInterval(): number | false {
  const state = useLiveState()
  if (useSyncExternalStore(subscribeToSessionGate, isSessionOver)) return false
  return state === 'live' ? LIVE_INTERVAL_MS : INTERVAL_MS
}

/** A query that is also refetched where no event reports its changes, or none arrives. */
export function useLiveQuery<Data, Key extends QueryKey>(options: UseQueryOptions<Data, Error, Data, Key>) {
  const refetchInterval = useRefetchInterval()
  return useQuery({ ...options, refetchInterval })
}

/** The first word of the query keys that an event may change. `protection`: who must sign or approve for a wallet. */
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

/** Floods of events cause at most two reads per second. */
const PACE_MS = 500
/** Consequences of an event that are no events themselves: a sent mail, a delivered webhook. */
const ECHO_MS = 3_000

/** A call of the wallet may also name its backup, refuse a recovery or give a permission. */
const MOVED: readonly LiveQuery[] = ['transactions', 'balances', 'protection']
/** Wallets can be listed by whether their end-user has enrolled. */
const ENROLLED: readonly LiveQuery[] = ['wallets', 'protection']

/** The queries that each event changes. */
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
  // An address that is displayed may have a name now.
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

/** Queries to refetch after an event; the overview's numbers change with every one. */
export function queriesOf(type: EventBody['type']): LiveQuery[] {
  return [...CHANGED[type], 'webhooks', 'overview']
}

type Pace = { timer: ReturnType<typeof setTimeout>; isWanted: boolean }

/** Turns events into refetches: the first at once, more of the same kind together, and a last one afterwards. */
export function createRefresher(refresh: (query: LiveQuery | typeof EVERYTHING) => void) {
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
      for (const query of queriesOf(type)) {
        paced(query)
        clearTimeout(echoes.get(query))
        echoes.set(
          query,
          setTimeout(() => paced(query), ECHO_MS),
        )
      }
    },
    /** All displayed data, at once. */
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
 * How current the pages are: the state of the live connection. `off`: the service behind this console has no live
 * events; `offline`: the browser is.
 */
export type LiveState = 'live' | 'reconnecting' | 'off' | 'offline'

type LiveConnectionOptions = {
  onEvent: (type: EventBody['type']) => void
  /** Changes may have been missed: all displayed data is refetched. */
  onReset: () => void
  onState: (state: LiveState) => void
  /** Opens the stream. Undefined uses the browser's EventSource. */
  open?: (url: string) => EventSource
}

/** A tab in the background has no connection: browsers have six of them for all tabs of a site over HTTP/1.1. */
const HIDDEN_MS = 5_000
/** First pause before a reconnect, in milliseconds. The browser's own retry has no backoff and stops after a refusal. */
const RETRY_MS = 500
const RETRY_MS_MAX = 30_000
const TYPES = [...EVENT_TYPES, ...LIVE_EVENT_TYPES]

const stateSchema = z.object({ state: z.enum(['live', 'reconnecting', 'off']) })

/** Follows the organization while the page is visible, from the last event on; returns the function to end it. */
export function openLiveConnection(options: LiveConnectionOptions): () => void {
  const { onState, onReset, open = (url) => new EventSource(url) } = options
  let source: EventSource | undefined
  let lastEventId = ''
  /** After the first connection, and after one that failed. */
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
  // An earlier connection may be dead without an error.
  const comeBack = () => {
    onState('reconnecting')
    if (document.visibilityState !== 'hidden') connect()
  }
  // The connection would look alive until it is written to.
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
  // Another administrator changed something that no event reports.
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
