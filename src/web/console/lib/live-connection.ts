import * as z from 'zod/mini'
import { type EventBody, LIVE_EVENT_TYPES, EVENT_TYPES } from '#protocol/events.ts'

/**
 * Freshness of the displayed data, from the state of the live connection. `off`: the service behind this console
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
  const stopWatching = watchPage({ onVisibility: look, onOnline: comeBack, onOffline: goOffline })
  return () => {
    disconnect()
    stopWatching()
  }
}

type PageWatcher = { onVisibility: () => void; onOnline: () => void; onOffline: () => void }

/** Calls the functions when the page or the network changes. Returns the function that ends this. */
function watchPage({ onVisibility, onOnline, onOffline }: PageWatcher): () => void {
  const ending = new AbortController()
  const { signal } = ending
  document.addEventListener('visibilitychange', onVisibility, { signal })
  window.addEventListener('online', onOnline, { signal })
  window.addEventListener('offline', onOffline, { signal })
  return () => ending.abort()
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
