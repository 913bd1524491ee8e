/**
 * The states of a transaction after execute, and the moves between them. Only `PENDING_USER_APPROVAL`
 * is the specification's name. Source: profile 8 (ADR 0010).
 */
export const TRANSACTION_STATES = [
  'PENDING_USER_APPROVAL',
  'APPROVED',
  'SUBMITTED',
  'CONFIRMED',
  'FAILED',
  'REJECTED',
  'EXPIRED',
  'CANCELLED',
] as const
export type TransactionState = (typeof TRANSACTION_STATES)[number]

/**
 * Allowed moves: from -> to. CONFIRMED and CANCELLED come from the wallet and override any record, because anyone can
 * submit a signed call to the chain, even a call that the organization cancelled while it was held. Excludes two
 * moves that revert a state: a reorganization, and another execution of a FAILED transaction (ADR 0010,
 * `service/ledger/move-transactions.ts`).
 */
export const TRANSACTION_MOVES: Record<TransactionState, readonly TransactionState[]> = {
  PENDING_USER_APPROVAL: ['APPROVED', 'REJECTED', 'EXPIRED', 'CONFIRMED', 'CANCELLED'],
  APPROVED: ['SUBMITTED', 'FAILED', 'CONFIRMED', 'CANCELLED'],
  SUBMITTED: ['FAILED', 'CONFIRMED', 'CANCELLED'],
  CONFIRMED: [],
  FAILED: ['CONFIRMED', 'CANCELLED'],
  REJECTED: ['CONFIRMED', 'CANCELLED'],
  EXPIRED: ['CONFIRMED', 'CANCELLED'],
  CANCELLED: ['CONFIRMED'],
}

/**
 * The `reason` of a CANCELLED transaction that the organization cancelled while it was held. Stored rows and clients
 * have this text, so it never changes. Screens say that the organization cancelled it.
 */
export const WITHDRAWN_REASON = 'withdrawn by the organization'

/**
 * Checks that an execution by another party bypassed: the approval of the wallet's end-user, the approval of an
 * administrator that a policy requires, or a policy that refuses the call. The organization is alerted (ADR
 * 0010, ADR 0028).
 */
export const BYPASSED = ['end-user', 'administrator', 'policy'] as const
export type Bypassed = (typeof BYPASSED)[number]

/** The `reason` of a CONFIRMED transaction, by the bypassed check. No decision depends on these texts. */
export const BYPASSED_REASONS: Record<Bypassed, string> = {
  'end-user': 'it was executed without the approval of its end-user',
  administrator: 'it was executed without the approval that a policy requires',
  policy: 'it was executed although a policy refuses it',
}

/**
 * The `reason` of a CONFIRMED transaction that the service found on the chain and that bypassed no approval and no
 * policy.
 */
export const OUTSIDE_REASON = 'it was executed outside this service'

/**
 * The `reason` of a CONFIRMED transaction that the service sent and found again on the chain, because its database
 * lost the record in a failover or a restore (ADR 0027).
 */
export const LOST_REASON = 'this service executed it, and its database lost the record'

const ENDED: ReadonlySet<TransactionState> = new Set<TransactionState>([
  'CONFIRMED',
  'FAILED',
  'REJECTED',
  'EXPIRED',
  'CANCELLED',
])

/** Whether no further change is expected. An unexecuted call may still be executed before its `expiration`. */
export function isFinal(state: TransactionState): boolean {
  return ENDED.has(state)
}

/** Whether a state can follow another, directly or not. Reports may arrive in any order (ADR 0017). */
export function canBecome(from: TransactionState, to: TransactionState): boolean {
  return TRANSACTION_MOVES[from].some((next) => next === to || canBecome(next, to))
}
