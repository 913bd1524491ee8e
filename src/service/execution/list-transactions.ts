import type * as z from 'zod/mini'
import type { listTransactionsQuerySchema, Transaction } from '#protocol/org/transactions.ts'
import type { Caller, Context } from '#service/context.ts'
import { WithHeaders } from '#service/http/endpoint-types.ts'
import { transactionAnswer } from '#service/ledger/read-transactions.ts'
import { readPage } from './read-page.ts'

/**
 * `GET /transactions`: the organization's transactions, newest first, of one wallet or in one status if
 * asked. A page that is not the last has a `Link` header with `rel="next"`. A wallet that is not the
 * organization's has none (profile 8).
 *
 * @throws VALIDATION_FAILED for a cursor that was not given out
 */
export async function listTransactions(
  ctx: Context,
  caller: Caller,
  input: { query: z.output<typeof listTransactionsQuerySchema> },
): Promise<WithHeaders<Transaction[]>> {
  const { page, headers } = await readPage(ctx, caller.organizationId, input.query, '/v1/baas/transactions')
  return new WithHeaders(page.map(transactionAnswer), headers)
}
