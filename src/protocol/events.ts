import * as z from 'zod/mini'
import { type TransactionState, TRANSACTION_STATES } from './transaction-states.ts'
import {
  addressSchema,
  datetimeQuerySchema,
  datetimeSchema,
  hashSchema,
  oneOf,
  pageQuery,
  uuidSchema,
} from './fields.ts'

/** The event types for webhook endpoints. Source: spec "Events" (the first two); profile 10. */
export const EVENT_TYPES = [
  'transaction.approved',
  'transaction.rejected',
  'transaction.submitted',
  'transaction.confirmed',
  'transaction.failed',
  'transaction.expired',
  'transaction.cancelled',
  'wallet.created',
  'apikey.exposed',
  'alert.raised',
  'alert.cleared',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/**
 * Further events for open screens. No webhook is sent for these: a backend learns of holding from the answer
 * of execute, and does not depend on whether the person has looked or enrolled. Source: ADR 0017.
 */
export const LIVE_EVENT_TYPES = [
  'transaction.held',
  'transaction.seen',
  'approver.enrolled',
  'approver.passkey-removed',
] as const
export type LiveEventType = (typeof LIVE_EVENT_TYPES)[number]

/**
 * The webhook event of each state. None for holding: the answer of execute reports it.
 * Of CANCELLED that of one whose signer spent the digest: it failed for good. One that the organization withdrew has
 * `transaction.cancelled`. Both have the reason.
 */
export const EVENT_OF_STATE = {
  APPROVED: 'transaction.approved',
  REJECTED: 'transaction.rejected',
  SUBMITTED: 'transaction.submitted',
  CONFIRMED: 'transaction.confirmed',
  FAILED: 'transaction.failed',
  EXPIRED: 'transaction.expired',
  CANCELLED: 'transaction.failed',
} as const satisfies Record<Exclude<TransactionState, 'PENDING_USER_APPROVAL'>, EventType>
export type NotifiedState = keyof typeof EVENT_OF_STATE

/** Further events for open screens, of every state. */
export const LIVE_EVENT_OF_STATE = {
  ...EVENT_OF_STATE,
  PENDING_USER_APPROVAL: 'transaction.held',
} as const satisfies Record<TransactionState, EventType | LiveEventType>

/**
 * The type of a test event to one endpoint: never one of the above, because a
 * receiver would act on it.
 */
export const TEST_EVENT_TYPE = 'webhook.test'

/** The types that a webhook endpoint receives. */
export const DELIVERED_TYPES = [...EVENT_TYPES, TEST_EVENT_TYPE] as const

/**
 * An event's data. Its fields depend on the type: those of a transaction, of a wallet
 * (`walletAddress`, `externalUserId`, `transactionHash`), of an end-user (`externalUserId`), of an exposed API key
 * (`keyId`, `start`, `origin`), or of an alert (`kind`, `subject`, `name` as in `alertSchema`). Never a secret. Source: profile 10 (ADR 0017).
 */
export const eventDataSchema = z.object({
  transactionUuid: z.optional(uuidSchema),
  walletAddress: z.optional(addressSchema),
  externalUserId: z.optional(z.string()),
  status: z.optional(z.enum(TRANSACTION_STATES)),
  digest: z.optional(hashSchema),
  transactionHash: z.optional(hashSchema),
  reason: z.optional(z.string()),
  keyId: z.optional(uuidSchema),
  start: z.optional(z.string()),
  origin: z.optional(z.string()),
  kind: z.optional(z.string()),
  subject: z.optional(z.string()),
  name: z.optional(z.string()),
})
export type EventData = z.infer<typeof eventDataSchema>

/** The body of a webhook. Source: profile 10. */
export const webhookBodySchema = z.object({
  type: z.enum(DELIVERED_TYPES),
  timestamp: datetimeSchema,
  data: eventDataSchema,
})
/** The same, and of an event that is only streamed. */
export const eventBodySchema = z.extend(webhookBodySchema, {
  type: z.enum([...DELIVERED_TYPES, ...LIVE_EVENT_TYPES]),
})
export type EventBody = z.infer<typeof eventBodySchema>

/**
 * An event as it is listed and streamed: the webhook's body, its id (`webhook-id`) and its position in the
 * deployment's order. `sequence` is a whole number in decimal digits; it only grows and has gaps for
 * readers of one organization.
 */
export const eventSchema = z.extend(eventBodySchema, { id: z.string(), sequence: z.string() })
export type OrganizationEvent = z.infer<typeof eventSchema>
export const eventListSchema = z.array(eventSchema)

/**
 * `pending`: another attempt follows. `delivered`: answered with 2xx. `failed`: every attempt failed.
 * `cancelled`: the endpoint was disabled before.
 */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'cancelled'] as const

/** One attempt. `problem`: the error, or null. */
export const deliveryAttemptSchema = z.object({
  attemptedAtDatetime: datetimeSchema,
  durationMs: z.number(),
  delivered: z.boolean(),
  responseStatus: z.nullable(z.number()),
  responseBytes: z.nullable(z.number()),
  problem: z.nullable(z.string()),
})
/** An event's delivery to one endpoint, with its newest attempts, newest first. */
export const deliverySchema = z.object({
  id: z.string(),
  eventId: z.string(),
  type: z.enum(DELIVERED_TYPES),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.array(deliveryAttemptSchema),
  nextAttemptAtDatetime: z.nullable(datetimeSchema),
  createdAtDatetime: datetimeSchema,
  deliveredAtDatetime: z.nullable(datetimeSchema),
})
export type Delivery = z.infer<typeof deliverySchema>
export const deliveryListSchema = z.array(deliverySchema)

const headersSchema = z.record(z.string(), z.string())

/**
 * One attempt with its headers as they were signed, never a secret, and what came back: headers cut and with secrets
 * redacted, of the body the first 4 kB likewise. Null: no request could be signed, none came back, or is no text.
 */
export const attemptDetailSchema = z.extend(deliveryAttemptSchema, {
  requestHeaders: z.nullable(headersSchema),
  responseHeaders: z.nullable(headersSchema),
  responseBody: z.nullable(z.string()),
})
export type AttemptDetail = z.infer<typeof attemptDetailSchema>
/** A delivery with the body of all its attempts, byte for byte, and the transaction that the event reports. */
export const deliveryDetailSchema = z.extend(deliverySchema, {
  attempts: z.array(attemptDetailSchema),
  requestBody: z.string(),
  transactionUuid: z.optional(uuidSchema),
})
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>

/** `sinceDatetime`: scheduled then or later. */
const deliveryFilter = {
  type: z.optional(oneOf(DELIVERED_TYPES)),
  sinceDatetime: z.optional(datetimeQuerySchema),
}
export const listDeliveriesQuerySchema = z.strictObject({
  status: z.optional(oneOf(DELIVERY_STATUSES)),
  ...deliveryFilter,
  ...pageQuery,
})
/** Which to send again; without a status all that are not delivered. */
export const resendDeliveriesRequestSchema = z.strictObject({
  status: z.optional(oneOf(['pending', 'failed', 'cancelled'])),
  ...deliveryFilter,
})
export type ResendDeliveriesRequest = z.infer<typeof resendDeliveriesRequestSchema>
