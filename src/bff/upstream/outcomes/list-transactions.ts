import type * as z from 'zod/mini'
import { decodeRowCursor, encodeRowCursor, pageLimit } from '#server-kit/http/page-cursor.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import type { RecordedTransaction } from '#protocol/hosted-upstream.ts'
import type { listTransactionsQuerySchema, Transaction } from '#protocol/transactions.ts'
import type { BffContext } from '#bff/context.ts'
import type { Organization } from '#bff/ports.ts'
import { callUpstream, type UpstreamAnswer } from '#bff/upstream/call-upstream.ts'
import { expireUndecided } from './expire-undecided.ts'
import { isOutcomeUnknown, recordAnswers } from './read-transaction.ts'

type Query = z.output<typeof listTransactionsQuerySchema>

/**
 * Transactions as the service lists them, newest first, or, where a hosted service has no list, the held ones
 * executed through this BFF.
 */
export async function listTransactions(
  ctx: BffContext,
  organization: Organization,
  { query, requestId }: { query: Query; requestId: string },
): Promise<UpstreamAnswer<(Transaction | RecordedTransaction)[]>> {
  try {
    return await callUpstream(ctx, organization, {
      base: 'baas',
      endpoint: BAAS_ENDPOINTS.listTransactions,
      requestId,
      query,
    })
  } catch (error) {
    if (!isOutcomeUnknown(ctx, error)) throw error
    return listRecords(ctx, organization.id, { query, requestId })
  }
}

async function listRecords(
  ctx: BffContext,
  organizationId: string,
  { query, requestId }: { query: Query; requestId: string },
): Promise<UpstreamAnswer<RecordedTransaction[]>> {
  await expireUndecided(ctx)
  const limit = pageLimit(query.limit)
  let select = ctx.db
    .selectFrom('bff_hosted_transaction')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('held_at', 'desc')
    .orderBy('transaction_uuid', 'desc')
    .limit(limit + 1)
  // Times of this table are whole milliseconds. A cursor of another list starts at the top.
  const after = decodeRowCursor(query.cursor ?? '')
  if (after !== undefined) {
    select = select.where((where) =>
      where.or([
        where('held_at', '<', after.createdAt),
        where.and([where('held_at', '=', after.createdAt), where('transaction_uuid', '<', after.id)]),
      ]),
    )
  }
  if (query.status !== undefined) select = select.where('status', '=', query.status)
  if (query.digest !== undefined) select = select.where('digest', '=', query.digest.toLowerCase())
  if (query.wallet !== undefined) {
    select = select.where((where) =>
      where(where.fn('lower', ['wallet_address']), '=', query.wallet?.toLowerCase()),
    )
  }
  const rows = await select.execute()
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  const headers: Record<string, string> = { 'x-request-id': requestId }
  if (last !== undefined) {
    headers['link'] = nextPage(query, encodeRowCursor({ createdAt: last.held_at, id: last.transaction_uuid }))
  }
  return { status: 200, content: await recordAnswers(ctx, organizationId, page), headers }
}

function nextPage(query: Query, cursor: string): string {
  const next = new URLSearchParams({ cursor })
  for (const name of ['wallet', 'digest', 'status', 'limit'] as const) {
    const value = query[name]
    if (value !== undefined) next.set(name, value)
  }
  return `</transactions?${next.toString()}>; rel="next"`
}
