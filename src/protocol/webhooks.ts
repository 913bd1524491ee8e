import * as z from 'zod/mini'
import { orgEndpoint } from './endpoint.ts'
import {
  deliveryDetailSchema,
  deliveryListSchema,
  deliverySchema,
  EVENT_TYPES,
  eventListSchema,
  eventSchema,
  listDeliveriesQuerySchema,
  LIVE_EVENT_TYPES,
  resendDeliveriesRequestSchema,
} from './events.ts'
import {
  anyTextSchema,
  datetimeQuerySchema,
  datetimeSchema,
  enumSchema,
  pageQuery,
  textSchema,
  uintSchema,
  uuidSchema,
} from './fields.ts'
import { WEBHOOK_URL_LENGTH_MAX } from './limits.ts'

/** Maximum length of an endpoint’s description, in characters. */
export const DESCRIPTION_LENGTH_MAX = 255

/** Reason why an endpoint is disabled. `gone`: it responded with 410. `failing`: only failures for five days. */
export const DISABLED_REASONS = ['manual', 'gone', 'failing'] as const

/** A webhook endpoint in lists. Never contains its secret. `types` is null for every type. Source: profile 10. */
export const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  types: z.nullable(z.array(z.enum(EVENT_TYPES))),
  enabled: z.boolean(),
  disabledReason: z.nullable(z.enum(DISABLED_REASONS)),
  disabledAtDatetime: z.nullable(datetimeSchema),
  /** Beginning of consecutive failures. Null after a success. */
  failingSinceDatetime: z.nullable(datetimeSchema),
  /** The time until which the old secret also signs after a rotation. */
  previousSecretUntilDatetime: z.nullable(datetimeSchema),
  createdAtDatetime: datetimeSchema,
  updatedAtDatetime: datetimeSchema,
})
export type Webhook = z.infer<typeof webhookSchema>
export const webhookListSchema = z.array(webhookSchema)
/** Only this response contains `secret` (`whsec_…`). */
export const createdWebhookSchema = z.extend(webhookSchema, { secret: z.string() })
export type CreatedWebhook = z.infer<typeof createdWebhookSchema>

const urlSchema = anyTextSchema(WEBHOOK_URL_LENGTH_MAX)
const typesSchema = z
  .array(enumSchema(EVENT_TYPES), 'must be an array of event types')
  .check(
    z.minLength(1, 'choose at least one type, or leave the field out for all'),
    z.maxLength(EVENT_TYPES.length, 'must not repeat a type'),
  )

export const createWebhookRequestSchema = z.strictObject({
  url: urlSchema,
  types: z.optional(z.nullable(typesSchema)),
  description: z.optional(textSchema(DESCRIPTION_LENGTH_MAX)),
})
export type CreateWebhookRequest = z.infer<typeof createWebhookRequestSchema>
/** Undefined fields stay unchanged. */
export const updateWebhookRequestSchema = z.extend(z.partial(createWebhookRequestSchema), {
  enabled: z.optional(z.boolean('must be true or false')),
})
export type UpdateWebhookRequest = z.infer<typeof updateWebhookRequestSchema>

/** A sequence number, which fits into 63 bits. */
const sequenceSchema = uintSchema.check(z.maxLength(18, 'must be a sequence that was given out'))

const LISTED_TYPES = [...EVENT_TYPES, ...LIVE_EVENT_TYPES] as const

/**
 * Events are listed newest first. With `afterSequence` they are listed oldest first, for a client that follows them.
 * With `waitSeconds`, the response waits for an event if there is none, at most 15 seconds.
 */
export const listEventsQuerySchema = z.strictObject({
  afterSequence: z.optional(sequenceSchema),
  beforeSequence: z.optional(sequenceSchema),
  type: z.optional(enumSchema(LISTED_TYPES)),
  limit: pageQuery.limit,
  waitSeconds: z.optional(z.string().check(z.regex(/^[0-9]{1,2}$/, 'must be a whole number of seconds'))),
})

/**
 * The start of a replay: exactly one of `sinceDatetime` and `afterSequence`. `undeliveredOnly` skips events that the
 * endpoint has received.
 */
export const replayEventsRequestSchema = z.strictObject({
  sinceDatetime: z.optional(datetimeQuerySchema),
  afterSequence: z.optional(sequenceSchema),
  undeliveredOnly: z.optional(z.boolean('must be true or false')),
})
export type ReplayEventsRequest = z.infer<typeof replayEventsRequestSchema>
/** `complete` is false if there are more events. Repeat with `afterSequence` set to `throughSequence`. */
export const replayEventsResultSchema = z.object({
  replayed: z.number(),
  throughSequence: z.nullable(z.string()),
  complete: z.boolean(),
})

const webhookParams = z.strictObject({ webhookId: uuidSchema })
const deliveryParams = z.strictObject({ webhookId: uuidSchema, deliveryId: uuidSchema })

/** Webhooks and their events, under `/v1/org` (ADR 0017). */
export const WEBHOOK_ENDPOINTS = {
  listWebhooks: orgEndpoint('GET', '/webhooks', 'org:manage', {
    role: 'read-only',
    answer: webhookListSchema,
    summary: 'List webhook endpoints, newest first, never their secrets',
  }),
  createWebhook: orgEndpoint('POST', '/webhooks', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'webhook.created',
    body: createWebhookRequestSchema,
    answer: createdWebhookSchema,
    summary: 'Register a webhook endpoint; only this response contains the secret',
  }),
  updateWebhook: orgEndpoint('PUT', '/webhooks/:webhookId', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'webhook.updated',
    params: webhookParams,
    body: updateWebhookRequestSchema,
    answer: webhookSchema,
    summary: 'Change, disable or enable a webhook endpoint',
  }),
  deleteWebhook: orgEndpoint('DELETE', '/webhooks/:webhookId', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'webhook.deleted',
    params: webhookParams,
    answer: webhookSchema,
    summary: 'Delete a webhook endpoint with its deliveries',
  }),
  rotateWebhookSecret: orgEndpoint('POST', '/webhooks/:webhookId/rotate-secret', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'webhook.secret-rotated',
    params: webhookParams,
    answer: createdWebhookSchema,
    summary: 'Make a new signing secret; the old one signs beside it for 24 hours',
  }),
  sendTestEvent: orgEndpoint('POST', '/webhooks/:webhookId/test', 'org:manage', {
    role: 'operator',
    action: 'webhook.test-sent',
    params: webhookParams,
    answer: z.object({ eventId: z.string() }),
    summary: 'Send a test event to one webhook endpoint',
  }),
  listDeliveries: orgEndpoint('GET', '/webhooks/:webhookId/deliveries', 'org:manage', {
    role: 'read-only',
    params: webhookParams,
    query: listDeliveriesQuerySchema,
    answer: deliveryListSchema,
    summary: 'List the deliveries of a webhook endpoint with their attempts, newest first',
  }),
  getDelivery: orgEndpoint('GET', '/webhooks/:webhookId/deliveries/:deliveryId', 'org:manage', {
    role: 'read-only',
    params: deliveryParams,
    answer: deliveryDetailSchema,
    summary: 'Read a delivery with what each attempt sent and got back, secrets redacted',
  }),
  resendDelivery: orgEndpoint('POST', '/webhooks/:webhookId/deliveries/:deliveryId/resend', 'org:manage', {
    role: 'operator',
    action: 'webhook.delivery-resent',
    params: deliveryParams,
    answer: deliverySchema,
    summary: 'Send one delivery again, with its event’s id',
  }),
  resendDeliveries: orgEndpoint('POST', '/webhooks/:webhookId/resend', 'org:manage', {
    role: 'operator',
    action: 'webhook.deliveries-resent',
    params: webhookParams,
    body: resendDeliveriesRequestSchema,
    answer: z.object({ resent: z.number(), complete: z.boolean() }),
    summary: 'Send undelivered deliveries again, at most 10,000; `complete: false`: there are more',
  }),
  replayEvents: orgEndpoint('POST', '/webhooks/:webhookId/replay', 'org:manage', {
    role: 'operator',
    action: 'webhook.events-replayed',
    params: webhookParams,
    body: replayEventsRequestSchema,
    answer: replayEventsResultSchema,
    errors: ['EVENT_CURSOR_AHEAD'],
    summary: 'Send the events since a time or a sequence again to one webhook endpoint',
  }),
  listEvents: orgEndpoint('GET', '/events', 'org:manage', {
    role: 'read-only',
    query: listEventsQuerySchema,
    answer: eventListSchema,
    streamed: eventSchema,
    errors: ['EVENT_CURSOR_AHEAD'],
    summary: 'List the events of the organization',
  }),
}
