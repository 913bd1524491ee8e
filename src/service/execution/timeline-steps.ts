import type { TimelineStep, TimelineStepKind } from '#protocol/org/organization-transactions.ts'
import type { TransactionState } from '#protocol/org/transaction-states.ts'

/** The stored times of a transaction. */
export type TransactionTimes = {
  state: TransactionState
  createdAt: Date
  /** When it came to its state. */
  updatedAt: Date
  heldAt: Date | null
  notifiedAt: Date | null
  remindedAt: readonly Date[]
  seenAt: Date | null
  decidedAt: Date | null
  /** What was decided; null where nothing was, or no approval was asked for. */
  approved: boolean | null
  reported: boolean
  /** When it was signed for the chain. */
  sentAt: Date | null
}

/**
 * What happened to a transaction, in the order in which it can happen: the times come from clocks of several
 * machines, so that they alone do not say it. Only being told, reminded and having seen it come in any order.
 */
export function timelineSteps(times: TransactionTimes): TimelineStep[] {
  return [
    ...step('submitted', times.createdAt),
    ...step('held', times.heldAt),
    ...[
      ...step('notified', times.notifiedAt),
      ...times.remindedAt.flatMap((at) => step('reminded', at)),
      ...step('seen', times.seenAt),
    ].toSorted((one, other) => one.atDatetime.localeCompare(other.atDatetime)),
    ...step(decisionOf(times), times.decidedAt),
    ...step('sent', times.sentAt),
    ...ending(times),
  ]
}

function step(kind: TimelineStepKind, at: Date | null): TimelineStep[] {
  return at === null ? [] : [{ kind, atDatetime: at.toISOString() }]
}

function decisionOf({ approved, reported }: TransactionTimes): TimelineStepKind {
  if (reported) return 'reported'
  return approved === false ? 'declined' : 'approved'
}

/** The steps that are a state of their own; a decision has its own time. */
const ENDINGS: Partial<Record<TransactionState, TimelineStepKind>> = {
  CONFIRMED: 'confirmed',
  FAILED: 'failed',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
}

function ending({ state, heldAt, approved, updatedAt }: TransactionTimes): TimelineStep[] {
  const kind = ENDINGS[state]
  if (kind === undefined) return []
  const isUnapproved = kind === 'confirmed' && heldAt !== null && approved !== true
  return [...(isUnapproved ? step('executed-without-approval', updatedAt) : []), ...step(kind, updatedAt)]
}
