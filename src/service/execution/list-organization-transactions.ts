import type * as z from 'zod/mini'
import type {
  listOrganizationTransactionsQuerySchema,
  OrganizationTransaction,
} from '#protocol/org/organization-transactions.ts'
import type { Caller, Context } from '#service/context.ts'
import { WithHeaders } from '#service/http/endpoint-types.ts'
import { organizationTransactions } from './organization-transaction-answer.ts'
import { readPage } from './read-page.ts'

/**
 * `GET /v1/org/transactions`: the organization's transactions with their wallets and end-users, newest first,
 * narrowed by the query. A page that is not the last has a `Link` header with `rel="next"` (ADR 0019).
 *
 * @throws VALIDATION_FAILED for a cursor that was not given out, or a time that does not exist
 */
export async function listOrganizationTransactions(
  ctx: Context,
  caller: Caller,
  input: { query: z.output<typeof listOrganizationTransactionsQuerySchema> },
): Promise<WithHeaders<OrganizationTransaction[]>> {
  const { organizationId } = caller
  const { page, headers } = await readPage(ctx, organizationId, input.query, '/v1/org/transactions')
  return new WithHeaders(await organizationTransactions(ctx, organizationId, page), headers)
}
