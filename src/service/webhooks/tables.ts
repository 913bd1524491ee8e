import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
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
    /** The order of insertion, as a decimal string (int8). It can differ from the order of the commits. */
    position: Generated<string>
    /**
     * The position in the deployment's order of events, assigned after the commit by one process at a time. A reader
     * that has read up to a sequence therefore never finds a lower one later. Null until it is assigned. int8 as
     * decimal text.
     */
    sequence: string | null
    organization_id: string
    type: EventBody['type']
    /** Set for an event for a single endpoint. */
    endpoint_id: string | null
    occurred_at: Date
    /** Addresses are in lower case, as everywhere in the database. */
    data: JSONColumnType<EventData>
  }
  /** Single row: the last assigned sequence number, locked while assigning. */
  event_counter: {
    id: boolean
    last_sequence: string
    /**
     * The history to which `last_sequence` belongs (`event_history()`). Null until this version has numbered an
     * event.
     */
    history: string | null
  }
  webhook_endpoints: {
    id: string
    organization_id: string
    url: string
    description: string
    /** Null means every type, including those of later versions. */
    types: EventType[] | null
    enabled: boolean
    disabled_reason: DisabledReason | null
    disabled_at: Date | null
    /** The signing secret, sealed (`secret-box.ts`). */
    secret_box: string
    /** The secret before the last rotation. It also signs until `previous_secret_until`. */
    previous_secret_box: string | null
    previous_secret_until: Date | null
    /** Time of the first failure since the last success. Null after a success. */
    failing_since: Date | null
    created_at: Date
    updated_at: Date
  }
  /** One row per event and endpoint. */
  webhook_deliveries: {
    id: Generated<string>
    organization_id: string
    endpoint_id: string
    event_id: string
    /** The event's type. */
    type: EventBody['type']
    status: DeliveryStatus
    /** Attempts of the current schedule. A resend starts a new schedule. */
    attempts: Generated<number>
    /** Time of the next attempt. It does not change while a worker sends the delivery. Null unless `pending`. */
    due_at: Date | null
    /** Time since which the delivery waits: the event's time, or the time of the last resend or replay. */
    pending_since: Date
    created_at: Date
    delivered_at: Date | null
    /** The status if it is `failed` or `cancelled`. Otherwise null. Maintained by the database. */
    undelivered: GeneratedAlways<'failed' | 'cancelled' | null>
  }
  /** One row per pending delivery, for claims by due time. Maintained by triggers of `webhook_deliveries`. */
  pending_deliveries: {
    endpoint_id: string
    due_at: Date
    delivery_id: string
    pending_since: Date
  }
  /**
   * Deliveries that workers have taken. After `ends_at`, another worker may take the delivery. Unlogged: empty
   * after a crash of Postgres.
   */
  webhook_leases: {
    delivery_id: string
    endpoint_id: string
    organization_id: string
    /** Identifies the running attempt. */
    lease_id: string
    ends_at: Date
  }
  webhook_attempts: {
    id: string
    delivery_id: string
    attempted_at: Date
    duration_ms: number
    delivered: boolean
    /** Null if there was no response. */
    response_status: number | null
    /** Number of bytes of the response's body that were read. */
    response_bytes: number | null
    /** A stable word for the error. Null if delivered. */
    problem: string | null
    /** Headers as signed. Null if no request was possible. The body is the event's. */
    request_headers: JSONColumnType<Record<string, string>> | null
    /** The stored part of the response (`send-delivery.ts`): limited in size, and without secrets. */
    response_headers: JSONColumnType<Record<string, string>> | null
    response_body: string | null
  }
}
