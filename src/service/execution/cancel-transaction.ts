import { requireWaiting, withdrawHeld } from '#service/approvals/decide-held.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { readOwnTransaction } from './get-transaction.ts'
import { organizationTransactions } from './list-transactions.ts'

/**
 * `POST /v1/org/transactions/{transactionUuid}/cancel`: withdraws a transaction that waits for its end-user, who can
 * then decide it no more; withdrawn again it answers the same. What was decided or has expired stays (ADR 0011). The
 * signed call itself is not spent: whoever else has it can execute it until its expiration (ADR 0010).
 *
 * @throws NOT_FOUND alike for another organization's transaction and for none at all
 * @throws ALREADY_DECIDED with how it ended, when a decision or the expiry was faster; CONFLICT when it was never held
 */
export const cancelTransaction: Operation<'cancelTransaction'> = async (ctx, caller, input) => {
  const { transactionUuid } = input.params
  const { approver_id: approverId } = await readOwnTransaction(ctx, caller, transactionUuid)
  if (approverId === null) throw apiError('CONFLICT', 'This transaction was sent without an approval')
  await withdrawHeld(ctx, transactionUuid)
  const row = await readOwnTransaction(ctx, caller, transactionUuid)
  const [transaction] = await organizationTransactions(ctx, caller.organizationId, [row])
  if (transaction === undefined) throw apiError('NOT_FOUND')
  if (row.state !== 'CANCELLED' || row.withdrawn_at === null) requireWaiting(transaction)
  return transaction
}
