import type { TransactionState } from '#protocol/org/transaction-states.ts'
import type { OrdinaryState } from './en.ts'

/** Whether a state is one of those whose words every language has in its first texts. */
export function isOrdinary(status: TransactionState): status is OrdinaryState {
  return status === 'SUBMITTED' || status === 'CONFIRMED'
}
