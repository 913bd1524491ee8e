import { sql } from 'kysely'
import * as z from 'zod/mini'
import { WEBHOOK_ATTEMPTS_SHOWN_MAX } from '#protocol/baas/limits.ts'
import { deliverySchema, type Delivery } from '#protocol/org/deliveries.ts'
import type { Database } from '#service/db/database.ts'
import type { TransactionDelivery } from '#protocol/org/organization-transactions.ts'
import type { WebhookTables } from './tables.ts'

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['execute']>>[number]
type AttemptRow = WebhookTables['webhook_attempts']

/** Deliveries with what their answers are made of, to be narrowed and ordered. */
export function selectDeliveries(db: Database) {
  return db
    .selectFrom('webhook_deliveries')
    .innerJoin('events', 'events.id', 'webhook_deliveries.event_id')
    .selectAll('webhook_deliveries')
    .select('events.type')
}

/** Deliveries as the API answers them, each with its newest attempts. */
export async function deliveryAnswers(db: Database, rows: readonly DeliveryRow[]): Promise<Delivery[]> {
  const attempts = await newestAttempts(db, rows)
  return rows.map((row) => deliveryAnswer(row, attempts))
}

/** `attempts` of this delivery, and perhaps of others. */
export function deliveryAnswer(row: DeliveryRow, attempts: readonly AttemptRow[]): Delivery {
  return {
    id: row.id,
    eventId: row.event_id,
    // What is only streamed has no deliveries.
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
      select * from webhook_attempts where delivery_id = delivery.id
      order by attempted_at desc, id desc limit ${WEBHOOK_ATTEMPTS_SHOWN_MAX}) as newest
    order by newest.attempted_at desc`.execute(db)
  return found.rows
}

function attemptAnswer(row: AttemptRow): Delivery['attempts'][number] {
  return {
    attemptedAtDatetime: row.attempted_at.toISOString(),
    durationMs: row.duration_ms,
    delivered: row.delivered,
    responseStatus: row.response_status,
    responseBytes: row.response_bytes,
    problem: row.problem,
  }
}

/** More than the five events of one transaction at the most endpoints that an organization can have. */
const DELIVERIES_MAX = 120

/** The deliveries of a transaction's events, oldest event first, each with its endpoint and its newest attempts. */
export async function transactionDeliveries(
  db: Database,
  organizationId: string,
  transactionId: string,
): Promise<TransactionDelivery[]> {
  const rows = await selectDeliveries(db)
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_deliveries.endpoint_id')
    .select('webhook_endpoints.url')
    .where('events.organization_id', '=', organizationId)
    .where('webhook_endpoints.organization_id', '=', organizationId)
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
