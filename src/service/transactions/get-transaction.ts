import type { Transaction } from '#shared/org/transactions.ts'
import type { Caller, Context } from '#service/context.ts'
import { serviceError } from '#service/http/service-error.ts'
import { ANSWER_COLUMNS, transactionAnswer } from './transaction-answer.ts'

/**
 * `GET /transactions/{transactionUuid}`: one transaction of the caller's organization and its status (profile 8).
 *
 * @throws NOT_FOUND alike for another organization's transaction and for none at all
 */
export async function getTransaction(
  ctx: Context,
  caller: Caller,
  input: { params: { transactionUuid: string } },
): Promise<Transaction> {
  const row = await ctx.db
    .selectFrom('transactions')
    .select(ANSWER_COLUMNS)
    .where('id', '=', input.params.transactionUuid)
    .where('organization_id', '=', caller.organizationId)
    .executeTakeFirst()
  if (row === undefined) throw serviceError('NOT_FOUND')
  return transactionAnswer(row)
}
