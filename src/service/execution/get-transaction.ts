import type { Transaction } from '#protocol/transactions.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import { expireHeld } from '#service/approvals/decide-held.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import {
  selectTransactions,
  transactionAnswer,
  type TransactionRow,
} from '#service/ledger/read-transactions.ts'
import { mayReadNumber } from './may-read-number.ts'

/**
 * `GET /transactions/{transactionUuid}`: one transaction of the caller's organization and its status (profile
 * 8).
 *
 * @throws NOT_FOUND for another organization's transaction and for an unknown one
 */
export const getTransaction: Operation<'getTransaction', HasDatabase> = async (ctx, caller, input) => {
  return answerTransaction(caller, await readOwnTransaction(ctx, caller, input.params.transactionUuid))
}

/** Returns a transaction for this caller, who may not be allowed to read its number. */
export function answerTransaction(caller: Caller, row: TransactionRow): Transaction {
  const { requested_by: requestedBy, key_successor: keySuccessor, approver_email: email } = row
  const isForOrganization = email !== null
  return transactionAnswer(row, mayReadNumber(caller, { requestedBy, keySuccessor, isForOrganization }))
}

/**
 * Reads the caller's transaction in its current state. A held transaction past its deadline is expired first.
 *
 * @throws NOT_FOUND
 */
export async function readOwnTransaction(
  ctx: HasDatabase,
  caller: Caller,
  id: string,
): Promise<TransactionRow> {
  const select = selectTransactions(ctx)
    .where('id', '=', id)
    .where('organization_id', '=', caller.organizationId)
  const row = await select.executeTakeFirstOrThrow(notFound)
  if (row.is_late !== true) return row
  await expireHeld(ctx, id)
  return select.executeTakeFirstOrThrow(notFound)
}
