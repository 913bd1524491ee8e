import { sql } from 'kysely'
import type { Address } from 'viem'
import type * as z from 'zod/mini'
import type { listTransactionsQuerySchema, Transaction } from '#shared/org/transactions.ts'
import { expireHeld } from '#service/approvals/expire-held.ts'
import type { Caller, Context } from '#service/context.ts'
import { decodeCursor, encodeCursor, pageLimit, type PageCursor } from '#service/db/page-cursor.ts'
import { WithHeaders } from '#service/http/endpoint-types.ts'
import { fieldError } from '#service/http/validate.ts'
import { selectTransactions, transactionAnswer, type TransactionRow } from './transaction-answer.ts'

type Query = z.output<typeof listTransactionsQuerySchema>

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
  input: { query: Query },
): Promise<WithHeaders<Transaction[]>> {
  const { query } = input
  const limit = pageLimit(query.limit)
  const rows = await readTransactions(ctx, caller.organizationId, query, limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasNext = rows.length > limit && last !== undefined
  return new WithHeaders(
    page.map(transactionAnswer),
    hasNext ? { link: nextLink(ctx, query, limit, { createdAt: last.created_at, id: last.id }) } : {},
  )
}

/** Rows past the deadline of their approval are expired first, so that none is listed as waiting. */
async function readTransactions(
  ctx: Context,
  organizationId: string,
  query: Query,
  count: number,
): Promise<TransactionRow[]> {
  const rows = await selectPage(ctx, organizationId, query, count)
  if (!rows.some((row) => row.is_late === true)) return rows
  await expireHeld(ctx)
  return selectPage(ctx, organizationId, query, count)
}

function selectPage(ctx: Context, organizationId: string, query: Query, count: number) {
  let select = selectTransactions(ctx)
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
  if (query.wallet !== undefined) select = select.where('wallet_address', '=', lowerCase(query.wallet))
  if (query.status !== undefined) select = select.where('state', '=', query.status)
  if (query.cursor !== undefined) {
    const after = decodeCursor(query.cursor)
    if (after === undefined) throw fieldError('cursor', 'must be the cursor of a next link')
    select = select.where(
      sql<boolean>`(created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
    )
  }
  return select.execute()
}

function nextLink(ctx: Context, query: Query, limit: number, after: PageCursor): string {
  const url = new URL(`${ctx.settings.publicUrl}/v1/baas/transactions`)
  const { wallet, status } = query
  const next = { limit: String(limit), cursor: encodeCursor(after), wallet, status }
  for (const [name, value] of Object.entries(next)) if (value !== undefined) url.searchParams.set(name, value)
  return `<${url.href}>; rel="next"`
}

function lowerCase(address: string): Address {
  return `0x${address.slice(2).toLowerCase()}`
}
