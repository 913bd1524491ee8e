import * as z from 'zod/mini'
import {
  addressSchema,
  datetimeQuerySchema,
  datetimeSchema,
  hashSchema,
  enumSchema,
  pageQuery,
  uuidSchema,
} from './fields.ts'
import { type TransactionState, TRANSACTION_STATES, WITHDRAWN_REASON } from './transaction-states.ts'

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
  'wallet.cosigner.set',
  'wallet.cosigner.removal.started',
  'wallet.cosigner.removed',
  'wallet.key.added',
  'wallet.key.removed',
  'apikey.exposed',
  'alert.raised',
  'alert.cleared',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Changes of the keys and the co-signer of a wallet, as reported by its contract. Source: profile 14. */
export const AUTHORITY_EVENT_TYPES = [
  'wallet.cosigner.set',
  'wallet.cosigner.removal.started',
  'wallet.cosigner.removed',
  'wallet.key.added',
  'wallet.key.removed',
] as const satisfies readonly EventType[]
export type AuthorityEventType = (typeof AUTHORITY_EVENT_TYPES)[number]

/**
 * Further events for open screens, for which no webhook is sent. A backend learns from the response of execute that a
 * transaction is held. Whether the person has viewed the transaction or has enrolled makes no difference to a
 * backend. Source: ADR 0017.
 */
export const LIVE_EVENT_TYPES = [
  'transaction.held',
  'transaction.seen',
  'transaction.approval-given',
  'message.held',
  'message.decided',
  'approver.enrolled',
  'approver.passkey-removed',
] as const
export type LiveEventType = (typeof LIVE_EVENT_TYPES)[number]

/**
 * The webhook event of each state. PENDING_USER_APPROVAL has none, because the response of execute reports it. A
 * CANCELLED transaction has the event of a failed one if its signer spent the digest, and `transaction.cancelled` if
 * the organization cancelled it. Both events contain the reason.
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

/** The event of each state for open screens. No webhook is sent for `transaction.held`. */
export const LIVE_EVENT_OF_STATE = {
  ...EVENT_OF_STATE,
  PENDING_USER_APPROVAL: 'transaction.held',
} as const satisfies Record<TransactionState, EventType | LiveEventType>

/** The type of a test event to one endpoint. A separate type, so that no receiver acts on a test event. */
export const TEST_EVENT_TYPE = 'webhook.test'

/** The types that a webhook endpoint receives. */
export const DELIVERED_TYPES = [...EVENT_TYPES, TEST_EVENT_TYPE] as const

/**
 * An event's data. Its fields depend on the type: a transaction, a held message (`messageUuid`), a wallet
 * (`walletAddress`, `externalUserId`, `transactionHash`; `coSigner`, `coSignerUntil`, `keyNumber`, `qx`, `qy`
 * if they changed), an end-user (`externalUserId`), an exposed API key (`keyId`, `start`, `origin`), or an
 * alert (`kind`, `subject`, `name` as in `alertSchema`). Never contains a secret. Source: profile 10 (ADR
 * 0017).
 */
export const eventDataSchema = z.object({
  transactionUuid: z.optional(uuidSchema),
  messageUuid: z.optional(uuidSchema),
  walletAddress: z.optional(addressSchema),
  externalUserId: z.optional(z.string()),
  status: z.optional(z.enum(TRANSACTION_STATES)),
  digest: z.optional(hashSchema),
  transactionHash: z.optional(hashSchema),
  reason: z.optional(z.string()),
  coSigner: z.optional(addressSchema),
  coSignerUntil: z.optional(datetimeSchema),
  keyNumber: z.optional(z.number()),
  qx: z.optional(z.string()),
  qy: z.optional(z.string()),
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
/** The body of any event, including events that are only streamed. It has the form of a webhook's body. */
export const eventBodySchema = z.extend(webhookBodySchema, {
  type: z.enum([...DELIVERED_TYPES, ...LIVE_EVENT_TYPES]),
})
export type EventBody = z.infer<typeof eventBodySchema>

/**
 * An event as it is listed and streamed: the webhook's body, its id (`webhook-id`) and its position in the
 * deployment's order. `sequence` is a whole number in decimal digits. It only grows and has gaps for readers of
 * one organization.
 */
export const eventSchema = z.extend(eventBodySchema, { id: z.string(), sequence: z.string() })
export type OrganizationEvent = z.infer<typeof eventSchema>
export const eventListSchema = z.array(eventSchema)

/**
 * `pending`: another attempt follows. `delivered`: the endpoint responded with 2xx. `failed`: every attempt
 * failed. `cancelled`: the endpoint was disabled first.
 */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'cancelled'] as const

/** One attempt. `problem` is the error, or null if there was none. */
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
 * One attempt: the request's headers as signed, without secrets, and the response. The response's headers are
 * shortened, its body is cut after 4 kB, and secrets are redacted in both. A field is null if no request could be
 * signed, no response came back, or the body is not text.
 */
export const attemptDetailSchema = z.extend(deliveryAttemptSchema, {
  requestHeaders: z.nullable(headersSchema),
  responseHeaders: z.nullable(headersSchema),
  responseBody: z.nullable(z.string()),
})
export type AttemptDetail = z.infer<typeof attemptDetailSchema>
/** A delivery with the exact body of all its attempts, and the transaction that the event reports. */
export const deliveryDetailSchema = z.extend(deliverySchema, {
  attempts: z.array(attemptDetailSchema),
  requestBody: z.string(),
  transactionUuid: z.optional(uuidSchema),
})
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>

/** `sinceDatetime`: selects deliveries that were scheduled at that time or later. */
const deliveryFilter = {
  type: z.optional(enumSchema(DELIVERED_TYPES)),
  sinceDatetime: z.optional(datetimeQuerySchema),
}
export const listDeliveriesQuerySchema = z.strictObject({
  status: z.optional(enumSchema(DELIVERY_STATUSES)),
  ...deliveryFilter,
  ...pageQuery,
})
/** Status of the deliveries to send again. Undefined means all that are not delivered. */
export const resendDeliveriesRequestSchema = z.strictObject({
  status: z.optional(enumSchema(['pending', 'failed', 'cancelled'])),
  ...deliveryFilter,
})
export type ResendDeliveriesRequest = z.infer<typeof resendDeliveriesRequestSchema>

type Field = keyof EventData
export type SampledType = EventType | typeof TEST_EVENT_TYPE

const TRANSACTION: readonly Field[] = [
  'transactionUuid',
  'walletAddress',
  'externalUserId',
  'status',
  'digest',
]

const WALLET: readonly Field[] = ['walletAddress', 'externalUserId', 'transactionHash']
const KEY: readonly Field[] = [...WALLET, 'keyNumber', 'qx', 'qy']

const ALERT: readonly Field[] = ['kind', 'subject', 'name']

/**
 * The fields in the data of each type. `externalUserId` is only set for an end-user's wallet. `transactionHash` and
 * `reason` are only set if they exist. A test compares them with events sent by the service.
 */
export const EVENT_FIELDS: Readonly<Record<SampledType, readonly Field[]>> = {
  'transaction.approved': TRANSACTION,
  'transaction.rejected': [...TRANSACTION, 'reason'],
  'transaction.submitted': [...TRANSACTION, 'transactionHash'],
  'transaction.confirmed': [...TRANSACTION, 'transactionHash'],
  'transaction.failed': [...TRANSACTION, 'transactionHash', 'reason'],
  'transaction.expired': [...TRANSACTION, 'reason'],
  'transaction.cancelled': [...TRANSACTION, 'reason'],
  'wallet.created': WALLET,
  'wallet.cosigner.set': [...WALLET, 'coSigner'],
  'wallet.cosigner.removal.started': [...WALLET, 'coSigner', 'coSignerUntil'],
  'wallet.cosigner.removed': WALLET,
  'wallet.key.added': KEY,
  'wallet.key.removed': KEY,
  'apikey.exposed': ['keyId', 'start', 'origin'],
  'alert.raised': ALERT,
  'alert.cleared': ALERT,
  'webhook.test': [],
}

export const SAMPLED_TYPES: readonly SampledType[] = [...EVENT_TYPES, TEST_EVENT_TYPE]

const TIMESTAMP = '2026-11-21T10:15:00.000Z'
/** A value for each kind of field. It is valid for every field of that schema. */
const BY_SCHEMA = new Map<unknown, string>([
  [datetimeSchema, '2026-11-24T10:15:00.000Z'],
  [uuidSchema, '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e'],
  [addressSchema, '0x52908400098527886E0F7030069857D2E4169EE7'],
  [hashSchema, `0x${'8c1f'.repeat(16)}`],
])
/** Plain text, keyed by the field's name. */
const BY_NAME: Partial<Record<Field, string | number>> = {
  externalUserId: 'user-1042',
  start: 'pk_live_KdQ7mZr2',
  origin: 'https://shop.example',
  kind: 'webhook-failing',
  subject: '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e',
  name: 'hooks.shop.example',
  keyNumber: 1,
  qx: '65eda5a12577c2bae829437fe338701a10aaa375e1bb5b5de108de439c08551d',
  qy: '1e52ed75701163f7f9e40ddf9f341b3dc9ba860af7e0ca7ca7e9eecd0084d19c',
}
const REASONS: Partial<Record<SampledType, string>> = {
  'transaction.rejected': 'declined by the user',
  'transaction.expired': 'not approved in time',
  'transaction.cancelled': WITHDRAWN_REASON,
  'transaction.failed': 'ERC20: transfer amount exceeds balance',
}
const STATE_OF_EVENT: ReadonlyMap<string, string> = new Map([
  ['transaction.cancelled', 'CANCELLED'],
  // If two states have the same event type, the sample shows the first state, which is the usual one.
  ...Object.entries(EVENT_OF_STATE)
    .toReversed()
    .map(([state, type]): [string, string] => [type, state]),
])

/** The body of a webhook of this type, made from the schema and checked by it. */
export function eventSample(type: SampledType): EventBody {
  const data = Object.fromEntries(EVENT_FIELDS[type].map((field) => [field, buildSample(type, field)]))
  return eventBodySchema.parse({ type, timestamp: TIMESTAMP, data })
}

function buildSample(type: SampledType, field: Field): string | number | undefined {
  if (field === 'status') return STATE_OF_EVENT.get(type)
  if (field === 'reason') return REASONS[type]
  const schema = eventDataSchema.shape[field]
  return BY_SCHEMA.get(schema instanceof z.ZodMiniOptional ? schema.def.innerType : schema) ?? BY_NAME[field]
}
