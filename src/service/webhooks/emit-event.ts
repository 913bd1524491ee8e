import { sql, type Selectable } from 'kysely'
import type { EventBody, EventData, OrganizationEvent } from '#protocol/events.ts'
import type { Database } from '#service/db/database.ts'
import { notification } from '#service/db/notifications.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import type { WebhookTables } from './tables.ts'
import type { Clock } from '#server-kit/clock.ts'

type NewEvent = {
  organizationId: string
  type: EventBody['type']
  at: Date
  data: EventData
  /** Only for this endpoint. */
  endpointId?: string
}

/**
 * Stores an event in the database transaction that changes the state it reports: both are committed, or
 * neither (the outbox, ADR 0017). The commit wakes the processes that deliver or stream events. Returns its id.
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

/** SQL that wakes, with the commit, the processes that deliver the stored events of `organization_id`. */
export const outboxNotification = notification('outbox', sql`organization_id::text`)

/** SQL for the id of a new event, one for each row: 122 random bits. */
export const newEventId = sql<string>`'evt_' || replace(gen_random_uuid()::text, '-', '')`

/** The columns that `eventBody` and `eventAnswer` read. */
export const EVENT_COLUMNS = ['id', 'sequence', 'type', 'occurred_at', 'data'] as const

type EventRow = Pick<Selectable<WebhookTables['events']>, (typeof EVENT_COLUMNS)[number]>

/** The body of an event's webhook: the same bytes in every attempt. */
export function eventBody(row: Omit<EventRow, 'id' | 'sequence'>): EventBody {
  const { walletAddress } = row.data
  return {
    type: row.type,
    timestamp: row.occurred_at.toISOString(),
    data: { ...row.data, ...(walletAddress && { walletAddress: checksumAddress(walletAddress) }) },
  }
}

/** An event as it is listed and streamed, once it has its sequence. */
export function eventAnswer(row: EventRow): OrganizationEvent {
  return { id: row.id, sequence: row.sequence ?? '', ...eventBody(row) }
}

const LIFETIME_MS = 30 * 24 * 3_600_000
/** Each with its deliveries and their attempts. */
const BATCH_MAX = 250

/**
 * Deletes events that are 30 days old, with their deliveries and attempts, except those that are still
 * waited for. Also cancels deliveries that were scheduled at the moment their endpoint was disabled.
 */
export async function forgetOldEvents(ctx: { db: Database; clock: Clock }): Promise<void> {
  const oldest = new Date(ctx.clock.now().getTime() - LIFETIME_MS)
  await sql`
    update webhook_deliveries as delivery set status = 'cancelled', due_at = null, lease_id = null
    from webhook_endpoints as endpoint
    where endpoint.id = delivery.endpoint_id and not endpoint.enabled and delivery.status = 'pending'`.execute(
    ctx.db,
  )
  for (;;) {
    const deleted = await sql`
      delete from events where id in (
        select id from events
        where occurred_at < ${oldest} and sequence is not null and not exists (
          select from webhook_deliveries where event_id = events.id and status = 'pending')
        order by occurred_at limit ${BATCH_MAX})
      returning 1`.execute(ctx.db)
    if (deleted.rows.length < BATCH_MAX) return
  }
}
