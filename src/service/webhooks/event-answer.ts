import { checksumAddress } from '#protocol/display/address.ts'
import type { EventBody, EventData, OrganizationEvent } from '#protocol/org/events.ts'

export type EventRow = {
  id: string
  sequence: string | null
  type: EventBody['type']
  occurred_at: Date
  data: EventData
}

/** The columns that `eventBody` and `eventAnswer` read. */
export const EVENT_COLUMNS = ['id', 'sequence', 'type', 'occurred_at', 'data'] as const

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
