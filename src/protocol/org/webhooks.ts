import * as z from 'zod/mini'
import { datetimeSchema, textSchema, uintSchema } from '#protocol/baas/fields.ts'
import { WEBHOOK_URL_LENGTH_MAX } from '#protocol/baas/limits.ts'
import { EVENT_TYPES, LIVE_EVENT_TYPES, TEST_EVENT_TYPE } from './events.ts'

/** Why an endpoint is disabled. `gone`: it answered 410. `failing`: nothing but failures for five days. */
export const DISABLED_REASONS = ['manual', 'gone', 'failing'] as const

/**
 * `pending`: another attempt will come. `delivered`: answered with 2xx. `failed`: every attempt was in
 * vain. `cancelled`: the endpoint was disabled before.
 */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'cancelled'] as const

/** A webhook endpoint as it is listed: never its secret. `types: null` means every type. Source: profile 10. */
export const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  types: z.nullable(z.array(z.enum(EVENT_TYPES))),
  enabled: z.boolean(),
  disabledReason: z.nullable(z.enum(DISABLED_REASONS)),
  disabledAtDatetime: z.nullable(datetimeSchema),
  /** Since when nothing but failures; null after a success. */
  failingSinceDatetime: z.nullable(datetimeSchema),
  /** While the secret is being rotated: how long the old one signs as well. */
  previousSecretUntilDatetime: z.nullable(datetimeSchema),
  createdAtDatetime: datetimeSchema,
  updatedAtDatetime: datetimeSchema,
})
export type Webhook = z.infer<typeof webhookSchema>
export const webhookListSchema = z.array(webhookSchema)
/** `secret` (`whsec_…`) is in this answer only. */
export const createdWebhookSchema = z.extend(webhookSchema, { secret: z.string() })
export type CreatedWebhook = z.infer<typeof createdWebhookSchema>

const urlSchema = z
  .string('must be a string')
  .check(z.maxLength(WEBHOOK_URL_LENGTH_MAX, `must be at most ${WEBHOOK_URL_LENGTH_MAX} characters`))
const typesSchema = z
  .array(z.enum(EVENT_TYPES, `must be one of ${EVENT_TYPES.join(', ')}`), 'must be an array of event types')
  .check(
    z.minLength(1, 'choose at least one type, or leave the field out for all'),
    z.maxLength(EVENT_TYPES.length, 'has repeated types'),
  )

export const createWebhookRequestSchema = z.strictObject({
  url: urlSchema,
  types: z.optional(z.nullable(typesSchema)),
  description: z.optional(textSchema(255)),
})
export type CreateWebhookRequest = z.infer<typeof createWebhookRequestSchema>
/** Fields that are left out stay as they are. */
export const updateWebhookRequestSchema = z.strictObject({
  url: z.optional(urlSchema),
  types: z.optional(z.nullable(typesSchema)),
  description: z.optional(textSchema(255)),
  enabled: z.optional(z.boolean('must be true or false')),
})
export type UpdateWebhookRequest = z.infer<typeof updateWebhookRequestSchema>

/** One attempt. Of the answer only its status and its length are kept. `problem`: what went wrong, or null. */
export const deliveryAttemptSchema = z.object({
  attemptedAtDatetime: datetimeSchema,
  durationMs: z.number(),
  delivered: z.boolean(),
  responseStatus: z.nullable(z.number()),
  responseBytes: z.nullable(z.number()),
  problem: z.nullable(z.string()),
})
/** The delivery of one event to one endpoint, with its newest attempts, newest first. */
export const deliverySchema = z.object({
  id: z.string(),
  eventId: z.string(),
  type: z.enum([...EVENT_TYPES, TEST_EVENT_TYPE]),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.array(deliveryAttemptSchema),
  nextAttemptAtDatetime: z.nullable(datetimeSchema),
  createdAtDatetime: datetimeSchema,
  deliveredAtDatetime: z.nullable(datetimeSchema),
})
export type Delivery = z.infer<typeof deliverySchema>
export const deliveryListSchema = z.array(deliverySchema)

const limitSchema = z.string().check(z.regex(/^[0-9]{1,4}$/, 'must be a whole number'))
/** A sequence fits 63 bits. */
const sequenceSchema = uintSchema.check(z.maxLength(18, 'must be a sequence that was given out'))

export const listDeliveriesQuerySchema = z.strictObject({
  status: z.optional(z.enum(DELIVERY_STATUSES, `must be one of ${DELIVERY_STATUSES.join(', ')}`)),
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(limitSchema),
})

const LISTED_TYPES = [...EVENT_TYPES, ...LIVE_EVENT_TYPES] as const

/**
 * Newest first; with `afterSequence` oldest first, for a client that follows. `waitSeconds` beside it: how long
 * the answer waits for an event when there is none, at most 15 seconds.
 */
export const listEventsQuerySchema = z.strictObject({
  afterSequence: z.optional(sequenceSchema),
  beforeSequence: z.optional(sequenceSchema),
  type: z.optional(z.enum(LISTED_TYPES, `must be one of ${LISTED_TYPES.join(', ')}`)),
  limit: z.optional(limitSchema),
  waitSeconds: z.optional(z.string().check(z.regex(/^[0-9]{1,2}$/, 'must be a whole number of seconds'))),
})

/** Where a replay begins: exactly one of the two. `undeliveredOnly` leaves out what the endpoint has received. */
export const replayEventsRequestSchema = z.strictObject({
  sinceDatetime: z.optional(datetimeSchema),
  afterSequence: z.optional(sequenceSchema),
  undeliveredOnly: z.optional(z.boolean('must be true or false')),
})
export type ReplayEventsRequest = z.infer<typeof replayEventsRequestSchema>
/** `complete: false`: there is more; repeat with `afterSequence: throughSequence`. */
export const replayEventsResultSchema = z.object({
  replayed: z.number(),
  throughSequence: z.nullable(z.string()),
  complete: z.boolean(),
})
