import type { OrganizationEvent } from '#protocol/events.ts'

export type RecentEvents = {
  isStarted: () => boolean
  /**
   * Starts or continues at a position. Returns `false` if the position does not continue the known events: it is
   * foreign, or before the latest event.
   */
  startAt: (position: bigint, isForeign: boolean) => boolean
  /** Returns `false` for a duplicate. */
  add: (event: OrganizationEvent) => boolean
  /** Position after which every event is included. */
  from: () => bigint
  last: () => bigint
  after: (position: bigint) => OrganizationEvent[]
}

/** Maximum number of stored events per organization. */
const EVENTS_MAX = 1_000

/** Newest events of an organization, without a gap from one position to the latest. */
export function createRecentEvents(): RecentEvents {
  let events: OrganizationEvent[] = []
  let from = 0n
  let last = 0n
  let isStarted = false
  return {
    isStarted: () => isStarted,
    startAt: (position, isForeign) => {
      const goesOn = !isStarted || (!isForeign && position >= last)
      if (isStarted && goesOn) return true
      events = []
      from = position
      last = position
      isStarted = true
      return goesOn
    },
    add: (event) => {
      const sequence = BigInt(event.sequence)
      if (sequence <= last) return false
      events.push(event)
      last = sequence
      const dropped = events.length > EVENTS_MAX ? events.shift() : undefined
      if (dropped !== undefined) from = BigInt(dropped.sequence)
      return true
    },
    from: () => from,
    last: () => last,
    after: (position) => events.filter((event) => BigInt(event.sequence) > position),
  }
}
