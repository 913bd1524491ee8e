import type { Generated, JSONColumnType } from 'kysely'
import type { Delivery, EventBody, EventData, EventType } from '#protocol/events.ts'
import type { Webhook } from '#protocol/webhooks.ts'

/** Source: `deliverySchema`. */
export type DeliveryStatus = Delivery['status']
export type DisabledReason = NonNullable<Webhook['disabledReason']>

export type WebhookTables = {
  /** The outbox, and the history that replays and live streams read. */
  events: {
    /** `evt_` and 32 hex digits: the `webhook-id`, the same in every attempt. */
    id: string
    /** The order of insertion; int8 as decimal text. Transactions commit in another order. */
    position: Generated<string>
    /**
     * The rank in the deployment's order, given after the commit by one process at a time: a reader that has
     * read up to a sequence never finds a lower one appear. Null until then. int8 as decimal text.
     */
    sequence: string | null
    organization_id: string
    type: EventBody['type']
    /** Set for an event that is meant for one endpoint alone. */
    endpoint_id: string | null
    occurred_at: Date
    /** Addresses in lower case, as everywhere in the database. */
    data: JSONColumnType<EventData>
  }
  /** One row: the last sequence that was given, and the lock for giving them. */
  event_counter: {
    id: boolean
    last_sequence: string
  }
  webhook_endpoints: {
    id: string
    organization_id: string
    url: string
    description: string
    /** Null: every type, also those of later versions. */
    types: EventType[] | null
    enabled: boolean
    disabled_reason: DisabledReason | null
    disabled_at: Date | null
    /** The signing secret, sealed (`secret-box.ts`). */
    secret_box: string
    /** The secret before the last rotation; signs next to the new one until `previous_secret_until`. */
    previous_secret_box: string | null
    previous_secret_until: Date | null
    /** Since when nothing but failures; null after a success. */
    failing_since: Date | null
    created_at: Date
    updated_at: Date
  }
  /** One for each event and endpoint. */
  webhook_deliveries: {
    id: Generated<string>
    organization_id: string
    endpoint_id: string
    event_id: string
    /** The event's. */
    type: EventBody['type']
    status: DeliveryStatus
    /** Attempts of the present schedule; a resend begins a new one. */
    attempts: Generated<number>
    /** Null unless `pending`. While a worker has it: when its lease ends and another may take it. */
    due_at: Date | null
    /** Names the attempt that is under way. */
    lease_id: string | null
    /** Since when it is waited for: the event's time, or that of the last resend or replay. */
    pending_since: Date
    created_at: Date
    delivered_at: Date | null
  }
  webhook_attempts: {
    id: string
    delivery_id: string
    attempted_at: Date
    duration_ms: number
    delivered: boolean
    /** Null when there was no answer. */
    response_status: number | null
    /** Number of bytes of the response's body that were read. */
    response_bytes: number | null
    /** A stable word for what went wrong, null when delivered. */
    problem: string | null
    /** Headers as they were signed; null when no request was possible. The body is the event's. */
    request_headers: JSONColumnType<Record<string, string>> | null
    /** The stored part of the response (`send-delivery.ts`): bounded, and without secrets. */
    response_headers: JSONColumnType<Record<string, string>> | null
    response_body: string | null
  }
}
