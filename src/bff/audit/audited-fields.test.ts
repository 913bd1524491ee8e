import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { Endpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { AUDITED_FIELDS, isStoredField } from './audited-fields.ts'

const STORED = [
  'address',
  'afterSequence',
  'amount',
  'amountPerTransaction',
  'approvalsRequired',
  'approved',
  'complete',
  'createdBy',
  'description',
  'digest',
  'domain',
  'embedOrigins',
  'enabled',
  'eventId',
  'everything',
  'expiresAtDatetime',
  'exposureDismissed',
  'externalUserId',
  'fee',
  'feeCoinAddress',
  'feeWithdrawAddress',
  'from',
  'functionSignature',
  'graceSeconds',
  'label',
  'mode',
  'name',
  'openRequests',
  'operations',
  'operator',
  'origins',
  'params',
  'policies',
  'ranges',
  'relatedOrigins',
  'replacedByKeyId',
  'replayed',
  'requestsPerMinute',
  'resent',
  'role',
  'scopes',
  'sinceDatetime',
  'spender',
  'standard',
  'start',
  'status',
  'symbol',
  'to',
  'toAddress',
  'token',
  'tokenAddress',
  'tokenId',
  'transactionHash',
  'transactionUuid',
  'types',
  'undeliveredOnly',
  'value',
  'walletAddress',
  'withdrawAddress',
]

/** Lists the names of all fields in a schema, including nested ones. */
function listFields(schema: z.core.$ZodType | undefined): string[] {
  const def = schema?._zod.def
  if (def === undefined) return []
  const inner = Object.entries(def).flatMap(([key, value]: [string, unknown]) =>
    key === 'shape' ? [] : nested(value),
  )
  const shape: [string, unknown][] =
    'shape' in def && def.shape instanceof Object ? Object.entries(def.shape) : []
  return [...inner, ...shape.flatMap(([name, value]) => [name, ...nested(value)])]
}

function nested(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(nested)
  return isSchema(value) ? listFields(value) : []
}

const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value

test('behavior: exactly these fields enter the audit log', () => {
  const stored = Object.keys(AUDITED_FIELDS).filter(isStoredField)
  expect(stored.toSorted()).toEqual(STORED.toSorted())
})

test('behavior: every field of an audited request or response has a row', () => {
  const rows: Endpoint[] = Object.values({ ...BAAS_ENDPOINTS, ...ORG_ENDPOINTS })
  const audited = rows.filter(({ action }) => action !== undefined)
  const names = audited.flatMap(({ body, answer }) => [...listFields(body), ...listFields(answer)])
  expect(names.length).toBeGreaterThan(100)
  expect([...new Set(names)].filter((name) => !Object.hasOwn(AUDITED_FIELDS, name))).toEqual([])
})

test.each(['constructor', 'toString', '__proto__', 'secret', 'signature', 'email', 'unheardOf'])(
  'error: %s never enters the audit log',
  (name) => expect(isStoredField(name)).toBe(false),
)
