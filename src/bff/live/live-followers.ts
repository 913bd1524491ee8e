import type { OrganizationEvent } from '#protocol/events.ts'

/** How current the events are. `off`: the service has no live events. */
export type LiveState = 'live' | 'reconnecting' | 'off'

/** An event without `sequence` was published here: a reader cannot resume after it. */
export type PublishedEvent = Omit<OrganizationEvent, 'sequence'> & { sequence?: string | undefined }

/** A follower of an organization. Its callbacks must not throw. */
export type LiveListener = {
  /** The last sequence seen. Undefined means only new events. */
  afterSequence?: string | undefined
  /** Each event once, in order. */
  onEvent: (event: PublishedEvent) => void
  /** An administrator changed something that no event reports; `bySession`: by a request of this session. */
  onChange?: (bySession: string | undefined) => void
  /** Called at first with the present state, and with each change. */
  onState?: (state: LiveState) => void
  /** Missed events cannot be delivered any more: read everything again. */
  onReset?: () => void
  /** The position after which this listener gets events; called before the first one. */
  onBegin?: (sequence: string) => void
}

export type LiveFollowers = ReturnType<typeof createLiveFollowers>

/** `position`: the last delivered sequence. Until it is `settled`, new events wait among the recent ones. */
type Follower = { listener: LiveListener; position: bigint; settled: boolean }

/** Returns the events after one position through another; undefined when they cannot be delivered any more. */
type ReadMissed = (after: bigint, through: bigint) => Promise<readonly OrganizationEvent[] | undefined>

/** The followers of one organization, each at its own position. */
export function createLiveFollowers(readMissed: ReadMissed) {
  /** A listener without a follower waits for the first connection. */
  const followers = new Map<LiveListener, Follower | undefined>()
  const recent = createRecentEvents()
  let state: LiveState = 'reconnecting'

  /** Delivers the events since the follower's position; from then on it gets events with the others. */
  const settle = async (follower: Follower) => {
    const { listener } = follower
    while (follower.position < recent.from()) {
      const through = recent.from()
      const missed = await readMissed(follower.position, through)
      if (followers.get(listener) !== follower) return
      for (const event of missed ?? []) deliverTo(follower, event)
      if (missed === undefined) listener.onReset?.()
      if (follower.position < through) follower.position = through
    }
    for (const event of recent.after(follower.position)) deliverTo(follower, event)
    follower.settled = true
  }
  const start = (listener: LiveListener) => {
    const last = recent.last()
    const asked = listener.afterSequence === undefined ? last : BigInt(listener.afterSequence)
    // A position above the last belongs to another database, such as one from before a backup was restored.
    const isForeign = asked > last
    const follower = { listener, position: isForeign ? last : asked, settled: false }
    followers.set(listener, follower)
    listener.onBegin?.(String(follower.position))
    if (isForeign) listener.onReset?.()
    void settle(follower)
  }
  /** Calls something of every listener, also before the first connection. */
  const forEachListener = (call: (listener: LiveListener) => void) => [...followers.keys()].forEach(call)
  return {
    /** Undefined before the first connection. */
    lastPosition: () => (recent.isStarted() ? recent.last() : undefined),
    add: (listener: LiveListener) => {
      followers.set(listener, undefined)
      // The position first: a browser stores it with the next frame that has data.
      if (recent.isStarted()) start(listener)
      listener.onState?.(state)
      return () => void followers.delete(listener)
    },
    /** The connection is open and delivers the events after this position. */
    begin: (position: bigint) => {
      const goesOn = recent.startAt(position)
      for (const [listener, follower] of followers) {
        if (follower === undefined) start(listener)
        if (follower === undefined || goesOn) continue
        follower.position = position
        listener.onReset?.()
      }
    },
    deliver: (event: OrganizationEvent) => {
      if (!recent.add(event)) return
      for (const follower of followers.values()) if (follower?.settled === true) deliverTo(follower, event)
    },
    forEachListener,
    setState: (next: LiveState) => {
      if (next === state) return
      state = next
      forEachListener((listener) => listener.onState?.(next))
    },
    state: () => state,
  }
}

function deliverTo(follower: Follower, event: OrganizationEvent): void {
  const sequence = BigInt(event.sequence)
  if (sequence <= follower.position) return
  follower.position = sequence
  follower.listener.onEvent(event)
}

const EVENTS_MAX = 1_000

/** The newest events of an organization, without a gap from one position to the latest. */
function createRecentEvents() {
  let events: OrganizationEvent[] = []
  let from = 0n
  let last = 0n
  let isStarted = false
  return {
    isStarted: () => isStarted,
    /** Starts or continues at a position. `false` for a position before the latest: it is another history. */
    startAt: (position: bigint) => {
      const goesOn = !isStarted || position >= last
      if (isStarted && goesOn) return true
      events = []
      from = position
      last = position
      isStarted = true
      return goesOn
    },
    /** `false` for a duplicate. */
    add: (event: OrganizationEvent) => {
      const sequence = BigInt(event.sequence)
      if (sequence <= last) return false
      events.push(event)
      last = sequence
      const dropped = events.length > EVENTS_MAX ? events.shift() : undefined
      if (dropped !== undefined) from = BigInt(dropped.sequence)
      return true
    },
    /** Every event after this position is included. */
    from: () => from,
    last: () => last,
    after: (position: bigint) => events.filter((event) => BigInt(event.sequence) > position),
  }
}
