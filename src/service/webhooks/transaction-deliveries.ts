import { sql } from 'kysely'
import type { TransactionDelivery } from '#protocol/org/organization-transactions.ts'
import type { Database } from '#service/db/database.ts'
import { DELIVERY_COLUMNS, deliveryAnswers } from './delivery-answer.ts'

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
