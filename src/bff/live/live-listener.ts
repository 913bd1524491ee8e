import type { OrganizationEvent } from '#protocol/org/events.ts'

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
