/**
 * The states of a transaction after execute, and the moves between them. Only `PENDING_USER_APPROVAL`
 * is the specification's name. Source: profile 8 (docs/adr/0009).
 */
export const TRANSACTION_STATES = [
  'PENDING_USER_APPROVAL',
  'APPROVED',
  'SUBMITTED',
  'CONFIRMED',
  'FAILED',
  'REJECTED',
  'EXPIRED',
] as const
export type TransactionState = (typeof TRANSACTION_STATES)[number]

/** Allowed moves: from -> to. States without moves are final. */
export const TRANSACTION_MOVES: Record<TransactionState, readonly TransactionState[]> = {
  PENDING_USER_APPROVAL: ['APPROVED', 'REJECTED', 'EXPIRED'],
  APPROVED: ['SUBMITTED', 'FAILED'],
  SUBMITTED: ['CONFIRMED', 'FAILED'],
  CONFIRMED: [],
  FAILED: [],
  REJECTED: [],
  EXPIRED: [],
}

export function isFinal(state: TransactionState): boolean {
  return TRANSACTION_MOVES[state].length === 0
}

/** Whether a state can follow another, at once or through others: what is told comes in any order (docs/adr/0014). */
export function canBecome(from: TransactionState, to: TransactionState): boolean {
  return TRANSACTION_MOVES[from].some((next) => next === to || canBecome(next, to))
}
