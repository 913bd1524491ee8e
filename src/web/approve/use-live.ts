import { useEffect, useState } from 'preact/hooks'

const LIVE_URL = '/approve/api/live'
/** Browsers reconnect by themselves after a lost connection, and give up after a refused one. */
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
 * Calls `changed` on each change for the signed-in person; returns whether that is reliable at the moment. All
 * callers share one connection, which is open only while the page is visible.
 *
 * @param changed The same function each time, such as one of `useCallback`.
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
