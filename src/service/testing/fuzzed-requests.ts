import * as fc from 'fast-check'
import { generateFlawed, generateValues } from './schema-values.ts'
import { EXAMPLE_PARAMS, TABLE_ROWS, type TableRow } from './table-rows.ts'
import { readFieldSchemas, type RequestPart } from './watched-service.ts'

/** Values that at least one field could accept. `wrong` has arbitrary and mostly invalid values. */
const plausible: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom('0', '1', '1500000', (2n ** 256n - 1n).toString(), '4102444800', '9'.repeat(18)),
  fc.constantFrom(...Object.values(EXAMPLE_PARAMS), `0x${'0'.repeat(40)}`, `0x${'ab'.repeat(32)}`),
  fc.constantFrom(
    'transfer(address,uint256)',
    'f()',
    '0x',
    '0xa9059cbb',
    'wallet:read',
    'transaction.failed',
  ),
  fc.constantFrom(
    'user@example.com',
    '123456',
    'shop.example',
    'https://shop.example/x',
    '2026-01-01T00:00:00Z',
  ),
  fc.constantFrom(
    ['wallet:read'],
    ['1'],
    ['1', '2'],
    [],
    { mode: 'off', ranges: [] },
    null,
    true,
    false,
    1,
    60,
  ),
)
/** Times at the limits of the format. */
const times = fc.constantFrom(
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
)
const ids = fc.constantFrom('00000000-0000-4000-8000-000000000000', 'x')
const numbers = fc.constantFrom<unknown>('0', '9'.repeat(18), '9'.repeat(400), 0, -1, 2 ** 53)
const words = fc.constantFrom('', 'a', '\u0000', 'a\u0000', '\ud800', '9'.repeat(18))
/** Cursors in the formats of the service, and some in other formats. */
const cursors = fc
  .oneof(
    fc.tuple(times, ids),
    fc.tuple(fc.boolean(), words, ids),
    fc.tuple(numbers, numbers, numbers),
    fc.tuple(fc.boolean(), numbers),
  )
  .map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url'))
const special: Record<string, fc.Arbitrary<unknown>> = {
  cursor: cursors,
  sinceDatetime: times,
  untilDatetime: times,
}
const wrong: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '',
    '\u0000',
    '\ud800',
    '__proto__',
    '0x0',
    '-1',
    '1e3',
    ' 1',
    '٣',
    '9'.repeat(400),
    {},
    [[]],
    1e308,
  ),
)

export type Change = { part: RequestPart; field: string; value: unknown; drop: boolean }
/** A request to an endpoint of the tables, with changes. */
export type Fuzzed = {
  name: string
  method: string | undefined
  changes: Change[]
  text: string | undefined
  headers: Record<string, string>
  /** `full`: a key with every scope. `narrow`: one that may only read wallets. `none`: no key. */
  key: 'full' | 'narrow' | 'none'
}

/** Gives one field of an endpoint, or an unknown field, a valid, a flawed or an arbitrary value. */
function changeOf(table: TableRow): fc.Arbitrary<Change> {
  const parts: RequestPart[] =
    table.row.body === undefined ? ['query', 'params'] : ['body', 'query', 'params']
  const fields = parts.flatMap((part) => [
    ...Object.entries(readFieldSchemas(table, part)).map(([field, schema]) => ({ part, field, schema })),
    ...(part === 'params' ? [] : [{ part, field: 'unknown', schema: undefined }]),
  ])
  const changes = fields.map(({ part, field, schema }) =>
    fc.record({
      part: fc.constant(part),
      field: fc.constant(field),
      value:
        special[field] ??
        fc.oneof(generateValues(schema), generateValues(schema), generateFlawed(schema), plausible, wrong),
      drop: rarely(fc.constant(true), false, 5),
    }),
  )
  return fc.oneof(...changes)
}
const NO_HEADERS: Record<string, string> = {}
const HEADERS: Record<string, string>[] = [
  { 'content-type': 'text/plain' },
  { 'content-encoding': 'br' },
  { 'x-request-id': '<script>' },
  { 'idempotency-key': 'fuzz-1' },
  { 'idempotency-key': '' },
  { accept: 'text/html' },
]
const rarely = <Value>(arbitrary: fc.Arbitrary<Value>, usual: Value, weight = 19) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary })
const fuzzedOf = (table: TableRow): fc.Arbitrary<Fuzzed> =>
  fc.record({
    name: fc.constant(table.name),
    method: rarely(
      fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'),
      undefined,
      30,
    ),
    changes: fc.oneof(fc.constant<Change[]>([]), fc.array(changeOf(table), { minLength: 1, maxLength: 3 })),
    text: rarely(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 200 }),
        wrong.map((value) => JSON.stringify(value) ?? ''),
      ),
      undefined,
    ),
    headers: rarely(fc.constantFrom(...HEADERS), NO_HEADERS, 9),
    key: rarely<Fuzzed['key']>(fc.constantFrom<Fuzzed['key']>('none', 'narrow'), 'full', 12),
  })
/** Random requests to all endpoints. */
export const fuzzed = fc.oneof(...TABLE_ROWS.map(fuzzedOf))

const usual = { method: undefined, changes: [], text: undefined, headers: NO_HEADERS, key: 'full' } as const
/** Requests that are sent first: the unchanged example of each endpoint, and one request for each usual refusal. */
export const CERTAIN: Fuzzed[] = [
  ...TABLE_ROWS.map(({ name }) => ({ ...usual, name, changes: [] })),
  { ...usual, name: 'createWallet', changes: [], text: '{' },
  { ...usual, name: 'createWallet', changes: [], key: 'none' },
  { ...usual, name: 'createWallet', changes: [], key: 'narrow' },
  { ...usual, name: 'createWallet', changes: [], method: 'DELETE' },
  { ...usual, name: 'createWallet', changes: [], headers: { 'content-type': 'text/plain' } },
  {
    ...usual,
    name: 'getTransaction',
    changes: [
      {
        part: 'params',
        field: 'transactionUuid',
        value: '00000000-0000-4000-8000-000000000000',
        drop: false,
      },
    ],
  },
]

/** Whether the request is unchanged, with a key of every scope. */
export function isValid({ method, changes, text, headers, key }: Fuzzed): boolean {
  return (
    method === undefined &&
    changes.length === 0 &&
    text === undefined &&
    headers === NO_HEADERS &&
    key === 'full'
  )
}
