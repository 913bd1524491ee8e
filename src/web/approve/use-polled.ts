import { useCallback, useEffect, useState } from 'preact/hooks'

/** Poll intervals without and with a live stream of changes, in milliseconds. */
const INTERVAL_MS = 15_000
const LIVE_INTERVAL_MS = 60_000

/**
 * Reads a value on every reported change, and at intervals in any case, while the page is visible. A failed
 * read keeps the last value and reports the problem.
 *
 * @param read Created with `useCallback`. A new function drops the last value.
 */
export function usePolled<Value>(read: () => Promise<Value>): {
  value: Value | undefined
  problem: unknown
  again: () => void
  take: (value: Value) => void
} {
  const [state, setState] = useState<{ read: unknown; value?: Value; problem?: unknown }>({ read })
  const [round, setRound] = useState(0)
  const again = useCallback(() => setRound((last) => last + 1), [])
  const isLive = useLive(again)
  useEffect(() => {
    let ended = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = async () => {
      if (document.visibilityState === 'visible') {
        try {
          const value = await read()
          if (!ended) setState({ read, value })
        } catch (problem) {
          if (!ended) setState((last) => ({ ...(last.read === read ? last : { read }), problem }))
        }
      }
      if (!ended) timer = setTimeout(() => void run(), isLive ? LIVE_INTERVAL_MS : INTERVAL_MS)
    }
    const shown = () => {
      if (document.visibilityState !== 'visible') return
      clearTimeout(timer)
      void run()
    }
    void run()
    document.addEventListener('visibilitychange', shown)
    return () => {
      ended = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', shown)
    }
  }, [read, round, isLive])
  const take = (value: Value) => {
    setState({ read, value })
    again()
  }
  const current = state.read === read ? state : undefined
  return {
    value: current?.value,
    /** Reason why the newest read failed. `value` is then the last value that was read. */
    problem: current?.problem,
    again,
    /** Sets the value from the response of another request, and reads again at once. */
    take,
  }
}

const LIVE_URL = '/approve/api/live'
/**
 * Delay before a new connection, in milliseconds. Browsers reconnect after a lost connection, but not after a
 * refused one.
 */
const RETRY_MS = 5_000

type Follower = { changed: () => void; live: (isLive: boolean) => void }

const followers = new Set<Follower>()
let source: EventSource | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let isLive = false

function setLive(next: boolean): void {
  isLive = next
  for (const { live } of followers) live(next)
}

function changed(): void {
  for (const follower of followers) follower.changed()
}

function connect(): void {
  disconnect()
  if (followers.size === 0 || document.visibilityState === 'hidden') return
  const opened = new EventSource(LIVE_URL)
  source = opened
  opened.addEventListener('change', changed)
  opened.addEventListener('open', () => {
    setLive(true)
    // Changes may have been missed while disconnected.
    changed()
  })
  opened.addEventListener('error', () => {
    if (source !== opened) return
    setLive(false)
    if (opened.readyState === opened.CLOSED) timer = setTimeout(connect, RETRY_MS)
  })
}

function disconnect(): void {
  clearTimeout(timer)
  source?.close()
  source = undefined
  if (isLive) setLive(false)
}

/**
 * Calls `changed` on each change for the signed-in person. Returns whether the connection is live now. All
 * callers share one connection, which is open only while the page is visible.
 *
 * @param changed The same function on each render, for example from `useCallback`.
 */
export function useLive(changed: () => void): boolean {
  const [live, setLiveHere] = useState(isLive)
  useEffect(() => {
    const follower = { changed, live: setLiveHere }
    followers.add(follower)
    if (followers.size === 1) {
      connect()
      document.addEventListener('visibilitychange', connect)
    }
    return () => {
      followers.delete(follower)
      if (followers.size > 0) return
      document.removeEventListener('visibilitychange', connect)
      disconnect()
    }
  }, [changed])
  return live
}
