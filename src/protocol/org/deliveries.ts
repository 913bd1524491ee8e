import * as z from 'zod/mini'
import { datetimeSchema } from '#protocol/baas/fields.ts'
import { EVENT_TYPES, TEST_EVENT_TYPE } from './events.ts'

/**
 * `pending`: another attempt follows. `delivered`: answered with 2xx. `failed`: every attempt failed.
 * `cancelled`: the endpoint was disabled before.
 */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'cancelled'] as const

/** One attempt. Only the answer's status and length are stored. `problem`: the error, or null. */
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
  type: z.enum([...EVENT_TYPES, TEST_EVENT_TYPE]),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.array(deliveryAttemptSchema),
  nextAttemptAtDatetime: z.nullable(datetimeSchema),
  createdAtDatetime: datetimeSchema,
  deliveredAtDatetime: z.nullable(datetimeSchema),
})
export type Delivery = z.infer<typeof deliverySchema>
export const deliveryListSchema = z.array(deliverySchema)

export const listLimitSchema = z.string().check(z.regex(/^[0-9]{1,4}$/, 'must be a whole number'))

export const listDeliveriesQuerySchema = z.strictObject({
  status: z.optional(z.enum(DELIVERY_STATUSES, `must be one of ${DELIVERY_STATUSES.join(', ')}`)),
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(listLimitSchema),
})
