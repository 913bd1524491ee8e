import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Delivery, listDeliveriesQuerySchema } from '#protocol/org/deliveries.ts'
import type { Caller, Context } from '#service/context.ts'
import { decodeRowCursor, encodeRowCursor, pageLimit, pageOf } from '#server-kit/http/page-cursor.ts'
import { WithHeaders } from '#service/http/endpoint-types.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import { deliveryAnswers, selectDeliveries } from './delivery-answer.ts'

type Input = { params: { webhookId: string }; query: z.output<typeof listDeliveriesQuerySchema> }

/**
 * `GET /v1/org/webhooks/{webhookId}/deliveries`: an endpoint's deliveries with their attempts, newest first.
 * A page that is not the last has a `Link` header with `rel="next"`. Source: profile 10, ADR 0017.
 *
 * @throws VALIDATION_FAILED for a cursor that was not given out
 * @throws NOT_FOUND alike for another organization's endpoint and for none at all
 */
export async function listDeliveries(
  ctx: Context,
  caller: Caller,
  { params, query }: Input,
): Promise<WithHeaders<Delivery[]>> {
  const limit = pageLimit(query.limit)
  await requireExisting(ctx, caller, params.webhookId)
  const rows = await selectOf(ctx, { params, query }, limit + 1)
  const { page, headers } = pageOf(rows, limit, {
    publicUrl: ctx.settings.publicUrl,
    path: `/v1/org/webhooks/${params.webhookId}/deliveries`,
    next: ({ created_at: createdAt, id }) => ({
      status: query.status,
      limit: String(limit),
      cursor: encodeRowCursor({ createdAt, id }),
    }),
  })
  return new WithHeaders(await deliveryAnswers(ctx.db, page), headers)
}

function selectOf(ctx: Context, { params, query }: Input, count: number) {
  let select = selectDeliveries(ctx.db)
    .where('webhook_deliveries.endpoint_id', '=', params.webhookId)
    .orderBy('webhook_deliveries.created_at', 'desc')
    .orderBy('webhook_deliveries.id', 'desc')
    .limit(count)
  if (query.status !== undefined) select = select.where('webhook_deliveries.status', '=', query.status)
  if (query.cursor !== undefined) {
    const after = decodeRowCursor(query.cursor)
    if (after === undefined) throw fieldError('cursor', 'must be the cursor of a next link')
    select = select.where(
      sql<boolean>`(webhook_deliveries.created_at, webhook_deliveries.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
    )
  }
  return select.execute()
}

/** Without locking the endpoint: a read waits for no lock. */
async function requireExisting(ctx: Context, caller: Caller, webhookId: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('id', '=', webhookId)
    .where('organization_id', '=', caller.organizationId)
    .executeTakeFirst()
  if (row === undefined) throw apiError('NOT_FOUND')
}
