import { sql } from 'kysely'
import * as z from 'zod/mini'
import { WEBHOOK_ATTEMPTS_SHOWN_MAX } from '#protocol/baas/limits.ts'
import type { EventBody } from '#protocol/org/events.ts'
import { deliverySchema, type Delivery } from '#protocol/org/deliveries.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import type { DeliveryStatus } from './tables.ts'
import type { TransactionDelivery } from '#protocol/org/organization-transactions.ts'

type DeliveryRow = {
  id: string
  event_id: string
  type: EventBody['type']
  status: DeliveryStatus
  due_at: Date | null
  created_at: Date
  delivered_at: Date | null
}
type AttemptRow = {
  delivery_id: string
  attempted_at: Date
  duration_ms: number
  delivered: boolean
  response_status: number | null
  response_bytes: number | null
  problem: string | null
}

/** The columns of `webhook_deliveries` joined with `events` that a delivery's answer is made of. */
export const DELIVERY_COLUMNS = [
  'webhook_deliveries.id',
  'webhook_deliveries.event_id',
  'events.type',
  'webhook_deliveries.status',
  'webhook_deliveries.due_at',
  'webhook_deliveries.created_at',
  'webhook_deliveries.delivered_at',
] as const

/** Deliveries as the API answers them, each with its newest attempts. */
export async function deliveryAnswers(
  db: Database | Transaction,
  rows: readonly DeliveryRow[],
): Promise<Delivery[]> {
  const attempts = await newestAttempts(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    // What is only streamed has no deliveries.
    type: z.parse(deliverySchema.shape.type, row.type),
    status: row.status,
    attempts: attempts.filter((attempt) => attempt.delivery_id === row.id).map(attemptAnswer),
    nextAttemptAtDatetime: row.due_at?.toISOString() ?? null,
    createdAtDatetime: row.created_at.toISOString(),
    deliveredAtDatetime: row.delivered_at?.toISOString() ?? null,
  }))
}

async function newestAttempts(
  db: Database | Transaction,
  deliveryIds: readonly string[],
): Promise<AttemptRow[]> {
  const found = await sql<AttemptRow>`
    select newest.* from unnest(${deliveryIds}::uuid[]) as delivery (id)
    cross join lateral (
      select delivery_id, attempted_at, duration_ms, delivered, response_status, response_bytes, problem
      from webhook_attempts where delivery_id = delivery.id
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
  const rows = await db
    .selectFrom('webhook_deliveries')
    .innerJoin('events', 'events.id', 'webhook_deliveries.event_id')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_deliveries.endpoint_id')
    .select(DELIVERY_COLUMNS)
    .select(['webhook_deliveries.endpoint_id', 'webhook_endpoints.url'])
    .where('events.organization_id', '=', organizationId)
    .where('webhook_endpoints.organization_id', '=', organizationId)
    .where(sql<boolean>`(events.data ->> 'transactionUuid') = ${transactionId}`)
    .orderBy('events.position')
    .orderBy('webhook_endpoints.created_at')
    .orderBy('webhook_endpoints.id')
    .limit(DELIVERIES_MAX)
    .execute()
  const answers = await deliveryAnswers(db, rows)
  return rows.flatMap((row, index) => {
    const answer = answers[index]
    return answer === undefined ? [] : [{ ...answer, webhookId: row.endpoint_id, url: row.url }]
  })
}
