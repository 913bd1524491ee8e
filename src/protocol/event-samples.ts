import * as z from 'zod/mini'
import { addressSchema, hashSchema, uuidSchema } from './fields.ts'
import {
  EVENT_OF_STATE,
  EVENT_TYPES,
  eventBodySchema,
  eventDataSchema,
  TEST_EVENT_TYPE,
  type EventBody,
  type EventData,
  type EventType,
} from './events.ts'
import { WITHDRAWN_REASON } from './transaction-states.ts'

type Field = keyof EventData
export type SampledType = EventType | typeof TEST_EVENT_TYPE

const TRANSACTION: readonly Field[] = [
  'transactionUuid',
  'walletAddress',
  'externalUserId',
  'status',
  'digest',
]

const ALERT: readonly Field[] = ['kind', 'subject', 'name']

/**
 * The fields in the data of each type. `externalUserId` only for an end-user's wallet; `transactionHash` and
 * `reason` only if there is one. A test compares with events sent by the service.
 */
export const EVENT_FIELDS: Readonly<Record<SampledType, readonly Field[]>> = {
  'transaction.approved': TRANSACTION,
  'transaction.rejected': [...TRANSACTION, 'reason'],
  'transaction.submitted': [...TRANSACTION, 'transactionHash'],
  'transaction.confirmed': [...TRANSACTION, 'transactionHash'],
  'transaction.failed': [...TRANSACTION, 'transactionHash', 'reason'],
  'transaction.expired': [...TRANSACTION, 'reason'],
  'transaction.cancelled': [...TRANSACTION, 'reason'],
  'wallet.created': ['walletAddress', 'externalUserId', 'transactionHash'],
  'apikey.exposed': ['keyId', 'start', 'origin'],
  'alert.raised': ALERT,
  'alert.cleared': ALERT,
  'webhook.test': [],
}

export const SAMPLED_TYPES: readonly SampledType[] = [...EVENT_TYPES, TEST_EVENT_TYPE]

const TIMESTAMP = '2026-11-21T10:15:00.000Z'
/** A value for each kind of field: valid for every field of that schema. */
const BY_SCHEMA = new Map<unknown, string>([
  [uuidSchema, '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e'],
  [addressSchema, '0x52908400098527886E0F7030069857D2E4169EE7'],
  [hashSchema, `0x${'8c1f'.repeat(16)}`],
])
/** Plain text by the field's name. */
const BY_NAME: Partial<Record<Field, string>> = {
  externalUserId: 'user-1042',
  start: 'pk_live_KdQ7mZr2',
  origin: 'https://shop.example',
  kind: 'webhook-failing',
  subject: '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e',
  name: 'hooks.shop.example',
}
const REASONS: Partial<Record<SampledType, string>> = {
  'transaction.rejected': 'declined by the user',
  'transaction.expired': 'not approved in time',
  'transaction.cancelled': WITHDRAWN_REASON,
  'transaction.failed': 'ERC20: transfer amount exceeds balance',
}
const STATE_OF_EVENT: ReadonlyMap<string, string> = new Map([
  ['transaction.cancelled', 'CANCELLED'],
  // Of two states with the same type the first is the usual one.
  ...Object.entries(EVENT_OF_STATE)
    .toReversed()
    .map(([state, type]): [string, string] => [type, state]),
])

/** The body of a webhook of this type, made from the schema and checked by it. */
export function eventSample(type: SampledType): EventBody {
  const data = Object.fromEntries(EVENT_FIELDS[type].map((field) => [field, sampleOf(type, field)]))
  return eventBodySchema.parse({ type, timestamp: TIMESTAMP, data })
}

function sampleOf(type: SampledType, field: Field): string | undefined {
  if (field === 'status') return STATE_OF_EVENT.get(type)
  if (field === 'reason') return REASONS[type]
  const schema = eventDataSchema.shape[field]
  return BY_SCHEMA.get(schema instanceof z.ZodMiniOptional ? schema.def.innerType : schema) ?? BY_NAME[field]
}
