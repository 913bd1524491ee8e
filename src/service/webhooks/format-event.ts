import type { Selectable } from 'kysely'
import { checksumAddress } from '#protocol/display/address.ts'
import type { EventBody, OrganizationEvent } from '#protocol/events.ts'
import type { WebhookTables } from './tables.ts'

/** The columns that `eventBody` and `eventAnswer` read. */
export const EVENT_COLUMNS = ['id', 'sequence', 'type', 'occurred_at', 'data'] as const

type EventRow = Pick<Selectable<WebhookTables['events']>, (typeof EVENT_COLUMNS)[number]>

/** The body of an event's webhook. It has the same bytes in every attempt. */
export function eventBody(row: Omit<EventRow, 'id' | 'sequence'>): EventBody {
  const { walletAddress } = row.data
  return {
    type: row.type,
    timestamp: row.occurred_at.toISOString(),
    data: { ...row.data, ...(walletAddress && { walletAddress: checksumAddress(walletAddress) }) },
  }
}

/** An event as it is listed and streamed, once it has a sequence. */
export function eventAnswer(row: EventRow): OrganizationEvent {
  return { id: row.id, sequence: row.sequence ?? '', ...eventBody(row) }
}
