import { apiError } from '#server-kit/http/http-error.ts'
import { requireWaiting, cancelHeld } from '#service/approvals/decide-held.ts'
import type { HasChain, HasDatabase } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { readOwnTransaction } from './get-transaction.ts'
import { organizationTransactions } from './list-transactions.ts'

/**
 * `POST /v1/org/transactions/{transactionUuid}/cancel`: cancels a transaction that waits for its end-user's
 * approval. The end-user can then no longer decide it. A repeated cancel returns the same response. A decided or
 * expired transaction does not change (ADR 0011). The signed call itself stays valid: anyone else who has it
 * can execute it until its expiration (ADR 0010).
 *
 * @throws NOT_FOUND for another organization's transaction and for an unknown one
 * @throws ALREADY_DECIDED with the outcome, if a decision or the expiry was faster; CONFLICT if it was never
 * held
 */
export const cancelTransaction: Operation<'cancelTransaction', HasChain & HasDatabase> = async (
  ctx,
  caller,
  input,
) => {
  const { transactionUuid } = input.params
  const { approver_id: approverId } = await readOwnTransaction(ctx, caller, transactionUuid)
  if (approverId === null) throw apiError('CONFLICT', 'This transaction was sent without an approval')
  await cancelHeld(ctx, transactionUuid)
  const row = await readOwnTransaction(ctx, caller, transactionUuid)
  const [transaction] = await organizationTransactions(ctx, caller.organizationId, [row])
  if (transaction === undefined) throw apiError('NOT_FOUND')
  if (row.state !== 'CANCELLED' || row.withdrawn_at === null) requireWaiting(transaction)
  return transaction
}
