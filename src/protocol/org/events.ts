import * as z from 'zod/mini'
import { addressSchema, datetimeSchema, hashSchema, uuidSchema } from '#protocol/baas/fields.ts'
import { TRANSACTION_STATES, type TransactionState } from './transaction-states.ts'

/** The event types that a webhook endpoint can ask for. Source: spec "Events" (the first two); profile 10. */
export const EVENT_TYPES = [
  'transaction.approved',
  'transaction.rejected',
  'transaction.submitted',
  'transaction.confirmed',
  'transaction.failed',
  'transaction.expired',
  'wallet.created',
  'apikey.exposed',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/**
 * What screens that are open want to know besides. No webhook is sent for these: a backend was answered that it is
 * held, and nothing of its own depends on whether the person has looked. Source: ADR 0017.
 */
export const LIVE_EVENT_TYPES = ['transaction.held', 'transaction.seen'] as const
export type LiveEventType = (typeof LIVE_EVENT_TYPES)[number]

/**
 * What webhooks are told when a transaction comes to a state. Nothing of being held: the caller was answered that.
 * CANCELLED has no type of its own: it failed for good, and `status` says how.
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

/** What screens that are open are told as well, of every state. */
export const LIVE_EVENT_OF_STATE = {
  ...EVENT_OF_STATE,
  PENDING_USER_APPROVAL: 'transaction.held',
} as const satisfies Record<TransactionState, EventType | LiveEventType>

/**
 * The type of an event that somebody sends to one endpoint to try it: never one of the above, because a
 * receiver would act on it.
 */
export const TEST_EVENT_TYPE = 'webhook.test'

/**
 * What an event tells. Which fields are there depends on the type: those of a transaction, of a wallet
 * (`walletAddress`, `externalUserId`, `transactionHash`), or of an exposed API key (`keyId`, `start`,
 * `origin`). Nothing secret is among them. Source: profile 10 (ADR 0017).
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
})
export type EventData = z.infer<typeof eventDataSchema>

/** The body of a webhook. Source: profile 10. */
export const webhookBodySchema = z.object({
  type: z.enum([...EVENT_TYPES, TEST_EVENT_TYPE]),
  timestamp: datetimeSchema,
  data: eventDataSchema,
})
/** The same, and of an event that is only streamed. */
export const eventBodySchema = z.extend(webhookBodySchema, {
  type: z.enum([...EVENT_TYPES, ...LIVE_EVENT_TYPES, TEST_EVENT_TYPE]),
})
export type EventBody = z.infer<typeof eventBodySchema>

/**
 * An event as it is listed and streamed: the webhook's body, its id (`webhook-id`) and its place in the
 * deployment's order. `sequence` is a whole number in decimal digits; it only grows and has gaps for
 * whoever sees one organization.
 */
export const eventSchema = z.extend(eventBodySchema, { id: z.string(), sequence: z.string() })
export type OrganizationEvent = z.infer<typeof eventSchema>
export const eventListSchema = z.array(eventSchema)
