import type { HeldTransaction } from '#protocol/org/approver-api.ts'
import type { TransactionState } from '#protocol/org/transaction-states.ts'
import { apiError } from '#server-kit/http/http-error.ts'

/** How a transaction that does not wait any more ended, as a sentence for the one who came too late. */
const ENDINGS: Record<Exclude<TransactionState, 'PENDING_USER_APPROVAL'>, string> = {
  APPROVED: 'This transaction was approved already',
  SUBMITTED: 'This transaction was approved already and is on its way',
  CONFIRMED: 'This transaction was executed already',
  FAILED: 'This transaction was approved already and failed on the chain',
  REJECTED: 'This transaction was declined already',
  EXPIRED: 'This transaction has expired: it was not approved in time',
  CANCELLED: 'This transaction was cancelled',
}

/** @throws ALREADY_DECIDED saying how */
export function requireWaiting(held: Pick<HeldTransaction, 'status'>): void {
  if (held.status !== 'PENDING_USER_APPROVAL') throw apiError('ALREADY_DECIDED', ENDINGS[held.status])
}
