import type { OrganizationEvent } from '#protocol/org/events.ts'
import { createRecentEvents } from './recent-events.ts'

/** Those who follow one organization, each from a place of its own. */
export type LiveFollowers = {
  /** Undefined before the first connection. */
  lastPlace: () => bigint | undefined
  add: (listener: LiveListener) => () => void
  /** The connection stands and tells what follows this place. */
  begin: (place: bigint) => void
  tell: (event: OrganizationEvent) => void
  publish: (event: PublishedEvent) => void
  setState: (state: LiveState) => void
  state: () => LiveState
}

/** `told`: the last sequence it has. Until it is `settled`, what comes is kept for it among the recent events. */
type Follower = { listener: LiveListener; told: bigint; settled: boolean }

/** Answers the events after one place through another; undefined when they cannot be told any more. */
type ReadMissed = (after: bigint, through: bigint) => Promise<readonly OrganizationEvent[] | undefined>

export function createLiveFollowers(readMissed: ReadMissed): LiveFollowers {
  /** A listener without a follower waits for the first connection. */
  const followers = new Map<LiveListener, Follower | undefined>()
  const recent = createRecentEvents()
  let state: LiveState = 'reconnecting'

  /** Tells what happened between the follower's place and the present; from then on it is told with the others. */
  const settle = async (follower: Follower) => {
    const { listener } = follower
    while (follower.told < recent.from()) {
      const through = recent.from()
      const missed = await readMissed(follower.told, through)
      if (followers.get(listener) !== follower) return
      for (const event of missed ?? []) tellOne(follower, event)
      if (missed === undefined) listener.onReset?.()
      if (follower.told < through) follower.told = through
    }
    for (const event of recent.after(follower.told)) tellOne(follower, event)
    follower.settled = true
  }
  const start = (listener: LiveListener) => {
    const last = recent.last()
    const asked = listener.afterSequence === undefined ? last : BigInt(listener.afterSequence)
    // A place that was never given out is another database's, such as one from before a backup was restored.
    const isForeign = asked > last
    const follower = { listener, told: isForeign ? last : asked, settled: false }
    followers.set(listener, follower)
    listener.onBegin?.(String(follower.told))
    if (isForeign) listener.onReset?.()
    void settle(follower)
  }
  const begin = (place: bigint) => {
    const goesOn = recent.startAt(place)
    for (const [listener, follower] of followers) {
      if (follower === undefined) start(listener)
      if (follower === undefined || goesOn) continue
      follower.told = place
      listener.onReset?.()
    }
  }
  return {
    lastPlace: () => (recent.isStarted() ? recent.last() : undefined),
    add: (listener) => {
      followers.set(listener, undefined)
      // The place first: a browser learns it with the next frame that has data.
      if (recent.isStarted()) start(listener)
      listener.onState?.(state)
      return () => void followers.delete(listener)
    },
    begin,
    tell: (event) => {
      if (!recent.add(event)) return
      for (const follower of followers.values()) if (follower?.settled === true) tellOne(follower, event)
    },
    publish: (event) => {
      for (const listener of followers.keys()) listener.onEvent(event)
    },
    setState: (next) => {
      if (next === state) return
      state = next
      for (const listener of followers.keys()) listener.onState?.(state)
    },
    state: () => state,
  }
}

function tellOne(follower: Follower, event: OrganizationEvent): void {
  const sequence = BigInt(event.sequence)
  if (sequence <= follower.told) return
  follower.told = sequence
  follower.listener.onEvent(event)
}

/** How current what is told is. `off`: the service has no live events. */
export type LiveState = 'live' | 'reconnecting' | 'off'

/** An event without `sequence` was published here: a reader cannot resume after it. */
export type PublishedEvent = Omit<OrganizationEvent, 'sequence'> & { sequence?: string | undefined }

/** Who follows an organization. Nothing of it may throw. */
export type LiveListener = {
  /** The last sequence that was seen; absent: only what happens from now on. */
  afterSequence?: string | undefined
  /** Each event once and in their order. */
  onEvent: (event: PublishedEvent) => void
  /** Called at the beginning with the present state, and with each change. */
  onState?: (state: LiveState) => void
  /** What was missed cannot be told any more: read everything again. */
  onReset?: () => void
  /** The place from which this listener is told: before the first event. */
  onBegin?: (sequence: string) => void
}
