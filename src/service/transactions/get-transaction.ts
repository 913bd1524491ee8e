import type { Transaction } from '#shared/org/transactions.ts'
import type { Caller, Context } from '#service/context.ts'
import { expireHeld } from '#service/approvals/expire-held.ts'
import { serviceError } from '#service/http/service-error.ts'
import { selectTransactions, transactionAnswer, type TransactionRow } from './transaction-answer.ts'

/**
 * `GET /transactions/{transactionUuid}`: one transaction of the caller's organization and its status (profile 8).
 * One that was held and is past its deadline has expired, whoever asks first.
 *
 * @throws NOT_FOUND alike for another organization's transaction and for none at all
 */
export async function getTransaction(
  ctx: Context,
  caller: Caller,
  input: { params: { transactionUuid: string } },
): Promise<Transaction> {
  const { transactionUuid } = input.params
  const row = await readTransaction(ctx, caller, transactionUuid)
  if (row.is_late !== true) return transactionAnswer(row)
  await expireHeld(ctx, { transactionId: transactionUuid })
  return transactionAnswer(await readTransaction(ctx, caller, transactionUuid))
}

async function readTransaction(ctx: Context, caller: Caller, id: string): Promise<TransactionRow> {
  const row = await selectTransactions(ctx)
    .where('id', '=', id)
    .where('organization_id', '=', caller.organizationId)
    .executeTakeFirst()
  if (row === undefined) throw serviceError('NOT_FOUND')
  return row
}
