import { sql, type Selectable, type SelectQueryBuilder } from 'kysely'
import * as z from 'zod/mini'
import { type Delivery, type listDeliveriesQuerySchema, deliverySchema } from '#protocol/events.ts'
import { WEBHOOK_ATTEMPTS_SHOWN_MAX } from '#protocol/limits.ts'
import type { TransactionDelivery } from '#protocol/transaction-timeline.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import { comesAfter, encodeRowCursor } from '#server-kit/http/page-cursor.ts'
import { readPage } from '#server-kit/http/read-page.ts'
import type { HasDatabase, HasPublicUrl } from '#service/context-parts.ts'
import type { Database, Tables } from '#service/db/database.ts'
import { WithHeaders, type PagedOperation } from '#service/http/endpoint-types.ts'
import { selectWebhook } from './stored-webhook.ts'
import type { WebhookTables } from './tables.ts'

type Query = z.output<typeof listDeliveriesQuerySchema>

/**
 * `GET /v1/org/webhooks/{webhookId}/deliveries`: an endpoint's deliveries with their attempts, newest first.
 * Every page but the last has a `Link` header with `rel="next"`. Source: profile 10, ADR 0017.
 *
 * @throws VALIDATION_FAILED for an invalid cursor
 * @throws NOT_FOUND for an endpoint that does not exist or belongs to another organization
 */
export const listDeliveries: PagedOperation<'listDeliveries', HasDatabase & HasPublicUrl> = async (
  ctx,
  caller,
  { params, query },
) => {
  await selectWebhook(ctx.db, caller, params.webhookId).executeTakeFirstOrThrow(notFound)
  const { page, headers } = await readPage({
    publicUrl: ctx.settings.publicUrl,
    path: `/v1/org/webhooks/${params.webhookId}/deliveries`,
    query,
    read: (count) => {
      const select = narrowedDeliveries(ctx.db, params.webhookId, query)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(count)
      if (query.cursor === undefined) return select.execute()
      return select.where(comesAfter(query.cursor, ['created_at', 'id'])).execute()
    },
    next: ({ created_at: createdAt, id }) => ({ cursor: encodeRowCursor({ createdAt, id }) }),
  })
  const attempts = await newestAttempts(ctx.db, page)
  const content = page.map((row) => deliveryAnswer(row, attempts))
  return new WithHeaders(content, headers)
}

/** Selects the deliveries of an endpoint that match a filter. Callers sort the query. */
export function narrowedDeliveries(
  db: Database,
  webhookId: string,
  { status, type, sinceDatetime }: Pick<Query, 'status' | 'type' | 'sinceDatetime'>,
): DeliverySelect {
  let select = selectDeliveries(db).where('endpoint_id', '=', webhookId)
  if (status === 'failed' || status === 'cancelled') select = select.where('undelivered', '=', status)
  if (status === 'pending') select = select.where(isPending(webhookId))
  if (status === 'delivered') select = select.where('status', '=', status)
  if (type !== undefined) select = select.where('type', '=', type)
  if (sinceDatetime !== undefined) select = select.where('created_at', '>=', new Date(sinceDatetime))
  return select
}

/**
 * SQL: whether a delivery of an endpoint is pending. `pending_deliveries` contains only pending ones. The array makes
 * Postgres look up each of them. With a join, it may read all deliveries if many are pending.
 */
function isPending(webhookId: string) {
  return sql<boolean>`id = any(array(select delivery_id from pending_deliveries where endpoint_id = ${webhookId}))`
}

type DeliveryRow = Selectable<WebhookTables['webhook_deliveries']>
type DeliverySelect = SelectQueryBuilder<Tables, 'webhook_deliveries', DeliveryRow>
type AttemptRow = Pick<Selectable<WebhookTables['webhook_attempts']>, (typeof ATTEMPT_COLUMNS)[number]>

/**
 * The columns of an attempt without the sent and received data, which would make a page of deliveries several
 * megabytes long.
 */
const ATTEMPT_COLUMNS = [
  'delivery_id',
  'attempted_at',
  'duration_ms',
  'delivered',
  'response_status',
  'response_bytes',
  'problem',
] as const

/** Deliveries with the data of their responses. Callers filter and sort the query. */
export function selectDeliveries(db: Database): DeliverySelect {
  return db.selectFrom('webhook_deliveries').selectAll('webhook_deliveries')
}

/** Converts a delivery to the format of the response. `attempts` may also contain attempts of other deliveries. */
export function deliveryAnswer(row: DeliveryRow, attempts: readonly AttemptRow[]): Delivery {
  return {
    id: row.id,
    eventId: row.event_id,
    // Events that are only streamed have no deliveries.
    type: z.parse(deliverySchema.shape.type, row.type),
    status: row.status,
    attempts: attempts.filter((attempt) => attempt.delivery_id === row.id).map(attemptAnswer),
    nextAttemptAtDatetime: row.due_at?.toISOString() ?? null,
    createdAtDatetime: row.created_at.toISOString(),
    deliveredAtDatetime: row.delivered_at?.toISOString() ?? null,
  }
}

export async function newestAttempts(db: Database, of: readonly { id: string }[]): Promise<AttemptRow[]> {
  const found = await sql<AttemptRow>`
    select newest.* from unnest(${of.map(({ id }) => id)}::uuid[]) as delivery (id)
    cross join lateral (
      select ${sql.join(ATTEMPT_COLUMNS.map((name) => sql.ref(name)))} from webhook_attempts where delivery_id = delivery.id
      order by attempted_at desc, id desc limit ${WEBHOOK_ATTEMPTS_SHOWN_MAX}) as newest
    order by newest.attempted_at desc`.execute(db)
  return found.rows
}

export function attemptAnswer(row: AttemptRow): Delivery['attempts'][number] {
  return {
    attemptedAtDatetime: row.attempted_at.toISOString(),
    durationMs: row.duration_ms,
    delivered: row.delivered,
    responseStatus: row.response_status,
    responseBytes: row.response_bytes,
    problem: row.problem,
  }
}

/**
 * Maximum number of deliveries. It covers the five events of one transaction at the maximum number of endpoints
 * of an organization.
 */
const DELIVERIES_MAX = 120

/**
 * The deliveries of a transaction's events, oldest event first, each with its endpoint and its newest attempts.
 */
export async function transactionDeliveries(
  db: Database,
  organizationId: string,
  transactionId: string,
): Promise<TransactionDelivery[]> {
  const rows = await selectDeliveries(db)
    .innerJoin('events', 'events.id', 'webhook_deliveries.event_id')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_deliveries.endpoint_id')
    .select('webhook_endpoints.url')
    .where('events.organization_id', '=', organizationId)
    .where('webhook_endpoints.organization_id', '=', organizationId)
    .where('events.sequence', 'is not', null)
    .where(sql<boolean>`(events.data ->> 'transactionUuid') = ${transactionId}`)
    .orderBy('events.position')
    .orderBy('webhook_endpoints.created_at')
    .orderBy('webhook_endpoints.id')
    .limit(DELIVERIES_MAX)
    .execute()
  const attempts = await newestAttempts(db, rows)
  return rows.map((row) => ({
    ...deliveryAnswer(row, attempts),
    webhookId: row.endpoint_id,
    url: row.url,
  }))
}
