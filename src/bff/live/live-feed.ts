import type { BffContext } from '#bff/context.ts'
import { followUpstream, readMissedEvents } from './upstream-events.ts'
import { createLiveFollowers, type LiveFollowers } from './live-followers.ts'

/** The events of one organization: one connection to the service, many listeners. */
export type LiveFeed = Pick<LiveFollowers, 'add' | 'publish' | 'state'> & { stop: () => void }

const RETRY_MS = 250
const RETRY_MS_MAX = 10_000
/** A service without a stream may have one after its next update. */
const OFF_RETRY_MS = 60_000

/** Connects to the service now, and again whenever the connection is lost, until it is stopped. */
export function createLiveFeed(ctx: BffContext, organizationId: string): LiveFeed {
  const ending = new AbortController()
  const followers = createLiveFollowers((after, through) =>
    readMissedEvents(ctx, { organizationId, after, through }),
  )
  void keepConnected({ ctx, organizationId, followers, signal: ending.signal })
  return { ...followers, stop: () => ending.abort() }
}

type Connection = {
  ctx: BffContext
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

/** Follows the service while the connection is open. `refused`: it never opened. */
async function connectOnce(connection: Connection): Promise<'ended' | 'refused' | 'lacking'> {
  const { ctx, organizationId, followers, signal } = connection
  let stood = false
  const onOpen = (position: bigint) => {
    stood = true
    followers.begin(position)
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

/** With 20% jitter, so that many processes do not reconnect at the same moment. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms * (0.8 + Math.random() * 0.4))
    timer.unref()
    signal.addEventListener('abort', done, { once: true })
  })
}
