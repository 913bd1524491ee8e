import * as z from 'zod/mini'
import { type EventBody, LIVE_EVENT_TYPES, EVENT_TYPES } from '#protocol/events.ts'

/** How current the pages are. `off`: the service behind this console has no live events; `offline`: the browser is. */
export type LiveState = 'live' | 'reconnecting' | 'off' | 'offline'

export type LiveConnectionOptions = {
  onEvent: (type: EventBody['type']) => void
  /** Changes may have been missed: all displayed data is refetched. */
  onReset: () => void
  onState: (state: LiveState) => void
  /** Absent: the browser's own. */
  open?: (url: string) => EventSource
}

/** A tab in the background has no connection: browsers have six of them for all tabs of a site over HTTP/1.1. */
const HIDDEN_MS = 5_000
/** Not the browser's own repetition: it neither waits longer each time nor goes on after a refusal. */
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
