import type { LatchkeyEventMap } from '#widget/events.ts'

/** Every event of the element; the compiler misses one that is not here. */
const EVENTS: Record<keyof LatchkeyEventMap, true> = {
  'latchkey-before-create': true,
  'latchkey-created': true,
  'latchkey-before-sign': true,
  'latchkey-executed': true,
  'latchkey-status': true,
  'latchkey-held': true,
  'latchkey-approved': true,
  'latchkey-submitted': true,
  'latchkey-confirmed': true,
  'latchkey-declined': true,
  'latchkey-expired': true,
  'latchkey-failed': true,
  'latchkey-withdrawn': true,
  'latchkey-cancelled': true,
  'latchkey-error': true,
  'latchkey-before-login': true,
  'latchkey-logged-in': true,
  'latchkey-received': true,
  'latchkey-backup-set': true,
  'latchkey-before-recover': true,
  'latchkey-recovery-ready': true,
}

/** The names of the events that a guest sends its host. */
export const TOLD_EVENTS: readonly string[] = Object.keys(EVENTS)
