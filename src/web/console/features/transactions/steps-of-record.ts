import type { TimelineStep, TimelineStepKind } from '#protocol/org/organization-transactions.ts'
import type { TransactionState } from '#protocol/org/transaction-states.ts'
import type { Transaction } from '#protocol/org/transactions.ts'

/** The step by which a transaction came to its state, where that has no time of its own. */
const LAST_STEPS: Partial<Record<TransactionState, TimelineStepKind>> = {
  APPROVED: 'approved',
  SUBMITTED: 'sent',
  CONFIRMED: 'confirmed',
  FAILED: 'failed',
  REJECTED: 'declined',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
}

/** As much of a timeline as the record of a transaction tells by itself; nothing is guessed. */
export function stepsOfRecord(record: Transaction): TimelineStep[] {
  const { status, approval, createdAtDatetime, updatedAtDatetime } = record
  const decision = approval?.reported === true ? 'reported' : status === 'REJECTED' ? 'declined' : 'approved'
  const decided = step(decision, approval?.decidedAtDatetime)
  const last = LAST_STEPS[status]
  const isTold = decided.some(({ kind }) => kind === last || (kind === 'reported' && last === 'declined'))
  return [
    ...step('submitted', createdAtDatetime),
    ...step('held', approval === undefined ? undefined : createdAtDatetime),
    ...step('notified', approval?.notifiedAtDatetime),
    ...step('seen', approval?.seenAtDatetime),
    ...decided,
    ...(last === undefined || isTold ? [] : step(last, updatedAtDatetime)),
  ]
}

function step(kind: TimelineStepKind, atDatetime: string | undefined): TimelineStep[] {
  return atDatetime === undefined ? [] : [{ kind, atDatetime }]
}
