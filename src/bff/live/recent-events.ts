import type { OrganizationEvent } from '#protocol/org/events.ts'

/** The newest events of an organization, without a gap from one position to the latest. */
export type RecentEvents = {
  isStarted: () => boolean
  /** Starts or continues at a position. `false` for a position before the latest: it is another history. */
  startAt: (position: bigint) => boolean
  /** `false` for a duplicate. */
  add: (event: OrganizationEvent) => boolean
  /** Every event after this position is included. */
  from: () => bigint
  /** The newest position. */
  last: () => bigint
  after: (position: bigint) => OrganizationEvent[]
}

const EVENTS_MAX = 1_000

export function createRecentEvents(): RecentEvents {
  let events: OrganizationEvent[] = []
  let from = 0n
  let last = 0n
  let isStarted = false
  return {
    isStarted: () => isStarted,
    startAt: (position) => {
      const goesOn = !isStarted || position >= last
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
