import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { OrganizationEvent } from '#protocol/events.ts'
import { createJobLoop, type JobLoop } from '#server-kit/jobs/job-loop.ts'
import type { Database } from '#service/db/database.ts'
import type { Notifications } from '#service/db/notifications.ts'
import { EVENT_COLUMNS, eventAnswer } from './format-event.ts'
import { lastSequence } from './last-sequence.ts'

export type Subscription = {
  organizationId: string
  /** The last sequence that the subscriber has seen. If undefined, the subscriber only gets events from now on. */
  afterSequence?: string | undefined
  /** Called in the order of the sequences, once per event, without a gap. */
  onEvent: (event: OrganizationEvent) => void
}

/** Live events of all processes. */
export type LiveEvents = {
  /**
   * Subscribes to an organization's events. Resolves with the function that unsubscribes, once no later
   * event can be missed.
   */
  subscribe: (subscription: Subscription) => Promise<() => void>
  /** Resolves at the next event after a sequence, after the timeout, or when `endWaits` is called. */
  next: (after: Wait) => Promise<void>
  /** Ends every current and future `next`. */
  endWaits: () => void
  stop: () => Promise<void>
}

const BATCH_MAX = 500
/**
 * Poll interval in milliseconds, for reads that failed because the database was unreachable. Usually a notification
 * triggers the read.
 */
const POLL_MS = 5_000

type LiveParts = { db: Database; log: Logger; notifications: Notifications }

type Follower = { sequence: bigint; onEvent: (event: OrganizationEvent) => void }

/**
 * Streams each organization's events to its subscribers. Sequences become visible in order (`sequenceEvents`), so a
 * reader that continues after the last sequence that it has seen misses no event. One query serves all subscribers of
 * an organization at the same position.
 */
export function createLiveEvents(parts: LiveParts): LiveEvents {
  const streams = new Map<string, { followers: Set<Follower>; loop: JobLoop }>()
  const ending = new AbortController()
  let listening: Promise<() => void> | undefined

  const openStream = (organizationId: string) => {
    const existing = streams.get(organizationId)
    if (existing !== undefined) return existing
    const followers = new Set<Follower>()
    const loop = createJobLoop({
      round: () => readOn(parts, organizationId, followers),
      pollMs: POLL_MS,
      log: parts.log,
      complaint: 'live events could not be read',
    })
    const stream = { followers, loop }
    streams.set(organizationId, stream)
    loop.start()
    return stream
  }

  const listen = () => {
    listening ??= parts.notifications.listen('events', (organizationId) => {
      for (const [id, { loop }] of streams)
        if (organizationId === undefined || organizationId === id) loop.wake()
    })
    return listening
  }

  const subscribe = async ({ organizationId, afterSequence, onEvent }: Subscription) => {
    await listen()
    const sequence = BigInt(afterSequence ?? (await lastSequence(parts.db)))
    const stream = openStream(organizationId)
    const follower = { sequence, onEvent }
    stream.followers.add(follower)
    stream.loop.wake()
    return () => {
      stream.followers.delete(follower)
      if (stream.followers.size > 0 || streams.get(organizationId) !== stream) return
      streams.delete(organizationId)
      void stream.loop.stop()
    }
  }

  return {
    subscribe,
    next: (after) => nextEvent(subscribe, after, ending.signal),
    endWaits: () => ending.abort(),
    stop: async () => {
      ending.abort()
      ;(await listening)?.()
      await Promise.all([...streams.values()].map(({ loop }) => loop.stop()))
      streams.clear()
    },
  }
}

type Wait = { organizationId: string; afterSequence: string; timeoutMs: number }

async function nextEvent(
  subscribe: (subscription: Subscription) => Promise<() => void>,
  { timeoutMs, ...after }: Wait,
  ending: AbortSignal,
): Promise<void> {
  let wake: () => void = () => undefined
  const event = new Promise<void>((resolve) => {
    wake = resolve
  })
  const subscribing = subscribe({ ...after, onEvent: wake })
  const over = wait(timeoutMs, undefined, { signal: ending, ref: false }).catch(() => undefined)
  await Promise.race([over, subscribing.then(() => event)])
  void subscribing.then((end) => end())
}

/**
 * Reads events for all followers, from the earliest position of a follower. Returns whether there are more events.
 */
async function readOn({ db, log }: LiveParts, organizationId: string, followers: ReadonlySet<Follower>) {
  const present = [...followers]
  const [first] = present
  if (first === undefined) return false
  const least = present.reduce((low, { sequence }) => (sequence < low ? sequence : low), first.sequence)
  const rows = await db
    .selectFrom('events')
    .select(EVENT_COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('sequence', '>', least.toString())
    .orderBy('sequence')
    .limit(BATCH_MAX)
    .execute()
  for (const event of rows.map(eventAnswer)) {
    for (const follower of present) if (followers.has(follower)) passOn(follower, event, log)
  }
  return rows.length === BATCH_MAX
}

function passOn(follower: Follower, event: OrganizationEvent, log: Logger): void {
  const sequence = BigInt(event.sequence)
  if (sequence <= follower.sequence) return
  follower.sequence = sequence
  try {
    follower.onEvent(event)
  } catch (error) {
    log.warn({ err: error }, 'a subscriber of live events failed')
  }
}
