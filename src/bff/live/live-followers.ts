import type { OrganizationEvent } from '#protocol/events.ts'
import { createRecentEvents, type RecentEvents } from './recent-events.ts'

/** State of the live events. `off` means that the service has no live events. */
export type LiveState = 'live' | 'reconnecting' | 'off'

/** An event. If it has no `sequence`, this server published it, and a reader cannot resume after it. */
export type PublishedEvent = Omit<OrganizationEvent, 'sequence'> & { sequence?: string | undefined }

/** A listener of an organization. Its callbacks must not throw. */
export type LiveListener = {
  /** Last sequence seen. Undefined means only new events. */
  afterSequence?: string | undefined
  /** Called once per event, in order. */
  onEvent: (event: PublishedEvent) => void
  /**
   * Called when an administrator changes something that no event reports. `bySession` is the session of that
   * request.
   */
  onChange?: (bySession: string | undefined) => void
  /** Called first with the current state, then on each change. */
  onState?: (state: LiveState) => void
  /** Called when missed events cannot be delivered any more. Read everything again. */
  onReset?: () => void
  /** Called before the first event, with the position after which this listener receives events. */
  onBegin?: (sequence: string) => void
}

export type LiveFollowers = {
  /** Undefined before the first connection. */
  lastPosition: () => bigint | undefined
  /** Adds a listener. Returns a function that removes it. */
  add: (listener: LiveListener) => () => void
  /**
   * Starts delivery. The open connection delivers the events after this position. `isForeign`: the position does not
   * continue from the last known position.
   */
  begin: (position: bigint, isForeign?: boolean) => void
  deliver: (event: OrganizationEvent) => void
  /** Calls every listener, also before the first connection. */
  forEachListener: (call: (listener: LiveListener) => void) => void
  setState: (next: LiveState) => void
  state: () => LiveState
}

/**
 * `position` is the last delivered sequence. While `settled` is false, new events are not delivered to the listener.
 * `settle` reads them from the recent events.
 */
type Follower = { listener: LiveListener; position: bigint; settled: boolean }

/** Returns the events after one position through another. Undefined if they cannot be delivered any more. */
type ReadMissed = (after: bigint, through: bigint) => Promise<readonly OrganizationEvent[] | undefined>

/** Creates the followers of one organization, each with its own position. */
export function createLiveFollowers(readMissed: ReadMissed): LiveFollowers {
  /** Followers by listener. A follower is undefined until the first connection. */
  const followers = new Map<LiveListener, Follower | undefined>()
  const recent = createRecentEvents()
  let state: LiveState = 'reconnecting'

  const start = (listener: LiveListener) => {
    const last = recent.last()
    const asked = listener.afterSequence === undefined ? last : BigInt(listener.afterSequence)
    // A position after the last one belongs to another history of the database, for example to the one before a backup
    // was restored.
    const isForeign = asked > last
    const follower = { listener, position: isForeign ? last : asked, settled: false }
    followers.set(listener, follower)
    listener.onBegin?.(String(follower.position))
    if (isForeign) listener.onReset?.()
    void settle(follower, { recent, readMissed, isFollowing: () => followers.get(listener) === follower })
  }
  const forEachListener = (call: (listener: LiveListener) => void) => [...followers.keys()].forEach(call)
  return {
    lastPosition: () => (recent.isStarted() ? recent.last() : undefined),
    add: (listener) => {
      followers.set(listener, undefined)
      // Sends the position first. A browser stores it with the next frame that has data.
      if (recent.isStarted()) start(listener)
      listener.onState?.(state)
      return () => void followers.delete(listener)
    },
    begin: (position, isForeign = false) => {
      const goesOn = recent.startAt(position, isForeign)
      for (const [listener, follower] of followers) {
        if (follower === undefined) start(listener)
        if (follower === undefined || goesOn) continue
        follower.position = position
        listener.onReset?.()
      }
    },
    deliver: (event) => {
      if (!recent.add(event)) return
      for (const follower of followers.values()) if (follower?.settled === true) deliverTo(follower, event)
    },
    forEachListener,
    setState: (next) => {
      if (next === state) return
      state = next
      forEachListener((listener) => listener.onState?.(next))
    },
    state: () => state,
  }
}

/** Delivers the events since the follower's position. Afterwards the follower receives each new event directly. */
async function settle(
  follower: Follower,
  {
    recent,
    readMissed,
    isFollowing,
  }: { recent: RecentEvents; readMissed: ReadMissed; isFollowing: () => boolean },
): Promise<void> {
  while (follower.position < recent.from()) {
    const through = recent.from()
    const missed = await readMissed(follower.position, through)
    if (!isFollowing()) return
    for (const event of missed ?? []) deliverTo(follower, event)
    if (missed === undefined) follower.listener.onReset?.()
    if (follower.position < through) follower.position = through
  }
  for (const event of recent.after(follower.position)) deliverTo(follower, event)
  follower.settled = true
}

function deliverTo(follower: Follower, event: OrganizationEvent): void {
  const sequence = BigInt(event.sequence)
  if (sequence <= follower.position) return
  follower.position = sequence
  follower.listener.onEvent(event)
}
