import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { CallsService, HasDatabase, HasKeyVault, HasLog } from '#bff/context-parts.ts'
import type { LiveHub, TransactionWait } from '#bff/ports.ts'
import { followUpstream } from './follow-upstream.ts'
import { type LiveListener, createLiveFollowers, type LiveFollowers } from './live-followers.ts'
import { readMissedEvents } from './read-missed-events.ts'

/** Time for which a connection outlives its last listener, in milliseconds. The next listener can reuse it. */
const LINGER_MS = 30_000

type Entry = { feed: LiveFeed; listeners: number; linger?: NodeJS.Timeout | undefined }

/** Creates the hub, with one connection to the service per organization that has listeners (ADR 0017). */
export function createLiveHub(context: () => FollowsService): LiveHub {
  const entries = new Map<string, Entry>()
  const ending = new AbortController()
  // A connection outlives the request that opened it, so it must not log in that request's context.
  const apart = AsyncLocalStorage.snapshot()

  const openEntry = (organizationId: string): Entry => {
    const known = entries.get(organizationId)
    if (known !== undefined) return known
    const entry = { feed: apart(() => createLiveFeed(context(), organizationId)), listeners: 0 }
    entries.set(organizationId, entry)
    return entry
  }
  const leave = (organizationId: string, entry: Entry) => {
    entry.listeners -= 1
    if (entry.listeners > 0) return
    entry.linger = setTimeout(() => {
      entries.delete(organizationId)
      entry.feed.stop()
    }, LINGER_MS)
    entry.linger.unref()
  }
  const subscribe: LiveHub['subscribe'] = ({ organizationId, listener }) => {
    const entry = openEntry(organizationId)
    clearTimeout(entry.linger)
    entry.listeners += 1
    const end = entry.feed.add(listener)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      end()
      leave(organizationId, entry)
    }
  }
  const stop = () => {
    ending.abort()
    for (const { feed, linger } of entries.values()) {
      clearTimeout(linger)
      feed.stop()
    }
    entries.clear()
  }
  return {
    subscribe,
    waitForTransaction: (wait) => waitForTransaction(subscribe, wait, ending.signal),
    publish: (organizationId, event) =>
      entries.get(organizationId)?.feed.forEachListener(({ onEvent }) => onEvent(event)),
    publishChange: (organizationId, bySession) =>
      entries.get(organizationId)?.feed.forEachListener(({ onChange }) => onChange?.(bySession)),
    state: (organizationId) => entries.get(organizationId)?.feed.state() ?? 'reconnecting',
    stop,
  }
}

async function waitForTransaction(
  subscribe: LiveHub['subscribe'],
  { organizationId, transactionUuid, signal, timeoutMs }: TransactionWait,
  ending: AbortSignal,
): Promise<boolean> {
  const over = AbortSignal.any([signal, ending])
  if (over.aborted) return false
  return new Promise((resolve) => {
    const finish = (hasNews: boolean) => {
      end()
      clearTimeout(timer)
      over.removeEventListener('abort', passed)
      resolve(hasNews)
    }
    const passed = () => finish(false)
    // `AbortSignal.timeout` would not do: Node 20 collects a signal to which only a composite signal refers, and the
    // timeout then never fires.
    const timer = setTimeout(passed, timeoutMs)
    let wasLive: boolean | undefined
    const listener: LiveListener = {
      onEvent: ({ data }) => {
        if (data.transactionUuid === transactionUuid) finish(true)
      },
      onState: (state) => {
        // Changes before the connection opened were not delivered.
        if (state === 'live' && wasLive === false) finish(true)
        wasLive = state === 'live'
      },
      onReset: () => finish(true),
    }
    let end: () => void = () => undefined
    end = subscribe({ organizationId, listener })
    over.addEventListener('abort', passed, { once: true })
  })
}

/** Events of one organization: one connection to the service, many listeners. */
type LiveFeed = Pick<LiveFollowers, 'add' | 'forEachListener' | 'state'> & { stop: () => void }

const RETRY_MS = 250
const RETRY_MS_MAX = 10_000
/** Time until a service without a stream is tried again, in milliseconds. It may have been updated. */
const OFF_RETRY_MS = 60_000

/** Connects to the service, and reconnects whenever the connection is lost, until it is stopped. */
function createLiveFeed(
  ctx: CallsService & HasDatabase & HasLog & HasKeyVault,
  organizationId: string,
): LiveFeed {
  const ending = new AbortController()
  const followers = createLiveFollowers((after, through) =>
    readMissedEvents(ctx, { organizationId, after, through }),
  )
  void keepConnected({ ctx, organizationId, followers, signal: ending.signal })
  return { ...followers, stop: () => ending.abort() }
}

/** Follows and reads the events of the service. */
type FollowsService = HasDatabase & HasKeyVault & HasLog & CallsService

type Connection = {
  ctx: FollowsService
  organizationId: string
  followers: LiveFollowers
  signal: AbortSignal
}

async function keepConnected(connection: Connection): Promise<void> {
  const { followers, signal } = connection
  let pauseMs = RETRY_MS
  while (!signal.aborted) {
    const outcome = await connectOnce(connection)
    if (signal.aborted) return
    followers.setState(outcome === 'lacking' ? 'off' : 'reconnecting')
    pauseMs = outcome === 'ended' ? RETRY_MS : Math.min(pauseMs * 2, RETRY_MS_MAX)
    await pause(outcome === 'lacking' ? OFF_RETRY_MS : pauseMs, signal)
  }
}

/** Follows the service while the connection is open. Returns `refused` if it never opened. */
async function connectOnce(connection: Connection): Promise<'ended' | 'refused' | 'lacking'> {
  const { ctx, organizationId, followers, signal } = connection
  let stood = false
  const onOpen = (position: bigint, isForeign: boolean) => {
    stood = true
    followers.begin(position, isForeign)
    followers.setState('live')
  }
  try {
    const after = followers.lastPosition()
    return await followUpstream(ctx, { organizationId, after, signal, onOpen, onEvent: followers.deliver })
  } catch (cause) {
    if (!signal.aborted)
      ctx.log.warn({ organizationId, err: cause }, 'the live events of the service were lost')
    return stood ? 'ended' : 'refused'
  }
}

/** Waits with 20% jitter, so that many processes do not reconnect at the same moment. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return wait(ms * (0.8 + Math.random() * 0.4), undefined, { signal, ref: false }).catch(() => undefined)
}
