import { sql } from 'kysely'
import type { EventData, EventType } from '#protocol/org/events.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import { notification } from '#service/db/notifications.ts'

export type NewEvent = { organizationId: string; type: EventType; at: Date; data: EventData }

/**
 * Stores an event in the database transaction that changes the state it reports: both are committed, or
 * neither (the outbox, ADR 0017). With the commit, the processes that deliver or stream events are woken.
 */
export async function emitEvent(trx: Transaction | Database, event: NewEvent): Promise<void> {
  const data = JSON.stringify({ ...event.data, walletAddress: event.data.walletAddress?.toLowerCase() })
  await sql`
    with stored as (
      insert into events (id, organization_id, type, occurred_at, data)
      values (${newEventId}, ${event.organizationId}, ${event.type}, ${event.at}, ${data}::json)
      returning organization_id)
    select ${outboxNotification} from stored`.execute(trx)
}

/** SQL that wakes, with the commit, the processes that deliver the stored events of `organization_id`. */
export const outboxNotification = notification('outbox', sql`organization_id::text`)

/** SQL for the id of a new event, one for each row: 122 random bits. */
export const newEventId = sql<string>`'evt_' || replace(gen_random_uuid()::text, '-', '')`
