import { AsyncLocalStorage } from 'node:async_hooks'
import type { BffContext } from '#bff/context.ts'
import type { LiveHub, TransactionWait } from '#bff/ports.ts'
import { createLiveFeed, type LiveFeed } from './live-feed.ts'
import type { LiveListener } from './live-followers.ts'

/** How long a connection outlives its last listener, so that the next one needs no new one. */
const LINGER_MS = 30_000

type Entry = { feed: LiveFeed; listeners: number; linger?: NodeJS.Timeout | undefined }

/** One connection to the service for each organization that has listeners (ADR 0017). */
export function createLiveHub(context: () => BffContext): LiveHub {
  const entries = new Map<string, Entry>()
  const ending = new AbortController()
  // A connection outlives the request that began it, so it must not log in that request's context.
  const apart = AsyncLocalStorage.snapshot()

  const entryOf = (organizationId: string): Entry => {
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
    const entry = entryOf(organizationId)
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
    publish: (organizationId, event) => entries.get(organizationId)?.feed.publish(event),
    state: (organizationId) => entries.get(organizationId)?.feed.state() ?? 'reconnecting',
    stop,
  }
}

async function waitForTransaction(
  subscribe: LiveHub['subscribe'],
  { organizationId, transactionUuid, signal, timeoutMs }: TransactionWait,
  ending: AbortSignal,
): Promise<boolean> {
  const over = AbortSignal.any([signal, ending, AbortSignal.timeout(timeoutMs)])
  if (over.aborted) return false
  return new Promise((resolve) => {
    const finish = (hasNews: boolean) => {
      end()
      over.removeEventListener('abort', passed)
      resolve(hasNews)
    }
    const passed = () => finish(false)
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
