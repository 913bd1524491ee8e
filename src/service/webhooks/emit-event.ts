import { sql } from 'kysely'
import type { EventBody, EventData } from '#protocol/events.ts'
import type { Database } from '#service/db/database.ts'
import { notification } from '#service/db/notifications.ts'

type NewEvent = {
  organizationId: string
  type: EventBody['type']
  at: Date
  data: EventData
  /** Delivers only to this endpoint. */
  endpointId?: string
}

/**
 * Stores an event in the database transaction that changes the reported state, so either both are committed or
 * neither (the outbox, ADR 0017). The commit wakes the processes that deliver or stream events. Returns the event's
 * id.
 */
export async function emitEvent(trx: Database, event: NewEvent): Promise<string> {
  const data = JSON.stringify({ ...event.data, walletAddress: event.data.walletAddress?.toLowerCase() })
  const { rows } = await sql<{ id: string }>`
    with stored as (
      insert into events (id, organization_id, type, endpoint_id, occurred_at, data)
      values (${newEventId}, ${event.organizationId}, ${event.type}, ${event.endpointId ?? null}::uuid, ${event.at}, ${data}::json)
      returning id, organization_id)
    select id, ${outboxNotification} from stored`.execute(trx)
  return rows[0]?.id ?? ''
}

/** SQL that notifies, on commit, the processes that deliver the stored events of `organization_id`. */
export const outboxNotification = notification('outbox', sql`organization_id::text`)

/** SQL for the id of a new event, a different one per row: 122 random bits. */
export const newEventId = sql<string>`'evt_' || replace(gen_random_uuid()::text, '-', '')`
