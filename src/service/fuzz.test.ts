import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { depth } from '#protocol/testing/tier.ts'
import {
  EXAMPLES,
  EXAMPLE_PARAMS,
  fillPath,
  TABLE_ROWS,
  type ExampleRequest,
  type TableRow,
} from './testing/example-requests.ts'
import { generateFlawed, generateValues } from './testing/schema-values.ts'
import { serviceWorld } from './testing/service-world.ts'
import type { Answer } from './testing/test-service.ts'
import { readFieldSchemas, type RequestPart } from './testing/watched-service.ts'

const REQUESTS = Number(process.env['LATCHKEY_FUZZ_REQUESTS'] ?? depth({ usual: 250, full: 5_000 }))

/**
 * Number of requests per world. Their results (policies, keys, transactions) fill a world up to its limits.
 */
const REQUESTS_PER_WORLD = 5_000

const rowOf = new Map(TABLE_ROWS.map((table) => [table.name, table]))

async function startFuzzedWorld() {
  const world = await serviceWorld.watched()
  const narrowKey = await world.addKey(world.demo.id, ['wallet:read'])
  return { ...world, narrowKey, renewals: new Map<string, number>() }
}
type FuzzedWorld = Awaited<ReturnType<typeof startFuzzedWorld>>

/** Values that some field could accept. The others are invalid for every field. */
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
/** Cursors in the service's own forms, and some in other forms. */
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

type Change = { part: RequestPart; field: string; value: unknown; drop: boolean }
type Fuzzed = {
  name: string
  method: string | undefined
  changes: Change[]
  text: string | undefined
  headers: Record<string, string>
  /** `full`: a key with every scope. `narrow`: one that may only read wallets. `none`: no key. */
  key: 'full' | 'narrow' | 'none'
}

/** Gives one field of a row, or an unknown field, a valid value, a flawed one, or any other. */
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
const fuzzed = fc.oneof(...TABLE_ROWS.map(fuzzedOf))

function changed(base: ExampleRequest, changes: Change[]): ExampleRequest {
  const request = {
    body: new Map<string, unknown>(Object.entries(base.body ?? {})),
    query: new Map<string, unknown>(Object.entries(base.query ?? {})),
    params: new Map<string, unknown>(Object.entries(base.params ?? {})),
  }
  for (const { part, field, value, drop } of changes) {
    if (drop && part !== 'params') request[part].delete(field)
    else request[part].set(field, part === 'body' ? value : toPathText(value))
  }
  return {
    params: strings(request.params),
    query: strings(request.query),
    body: Object.fromEntries(request.body),
  }
}

/** Whether the request passes the schemas of the row. */
function isWellFormed({ row }: TableRow, { body, query, params }: ExampleRequest): boolean {
  return (
    row.body?.safeParse(body).success !== false &&
    (row.query === undefined ? Object.keys(query ?? {}).length === 0 : row.query.safeParse(query).success) &&
    row.params?.safeParse(params).success !== false
  )
}

/** The value as text for a path or a query. Never empty, and never a path itself. */
function toPathText(value: unknown): string {
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .slice(0, 500)
  return text === '' || text === '.' || text === '..' ? 'x' : text
}
const strings = (map: Map<string, unknown>) =>
  Object.fromEntries([...map].map(([name, value]) => [name, String(value)]))

async function sendFuzzed(
  world: FuzzedWorld,
  request: Fuzzed,
): Promise<{ answer: Answer; wellFormed: boolean }> {
  const table = rowOf.get(request.name)
  if (table === undefined) throw new Error('no such row')
  const method = request.method ?? table.row.method
  const fields = changed(world.valid.get(request.name) ?? {}, request.changes)
  const search = new URLSearchParams(fields.query).toString()
  const path = fillPath(table, { ...EXAMPLE_PARAMS, ...fields.params }) + (search === '' ? '' : `?${search}`)
  const sent = request.text ?? (table.row.body === undefined ? undefined : JSON.stringify(fields.body))
  const answer = await world.call(method, path, {
    headers: request.headers,
    ...(request.key === 'full' ? {} : { key: request.key === 'none' ? null : world.narrowKey }),
    ...(sent === undefined || method === 'GET' || method === 'HEAD' ? {} : { body: sent }),
  })
  return { answer, wellFormed: request.text === undefined && isWellFormed(table, fields) }
}

function isValid({ method, changes, text, headers, key }: Fuzzed): boolean {
  return (
    method === undefined &&
    changes.length === 0 &&
    text === undefined &&
    headers === NO_HEADERS &&
    key === 'full'
  )
}

const RENEWALS_MAX = 2

/** Recreates single-use things, such as a code or a deleted webhook, a few times. */
async function renew(world: FuzzedWorld, name: string): Promise<void> {
  const count = world.renewals.get(name) ?? 0
  world.renewals.set(name, count + 1)
  if (count >= RENEWALS_MAX) return
  const request = await EXAMPLES[name]?.request(world)
  if (request !== undefined) world.valid.set(name, request)
  await world.state.settled()
}

const usual = { method: undefined, changes: [], text: undefined, headers: NO_HEADERS, key: 'full' } as const
/** Sent first: each row unchanged, and requests refused with each of the usual statuses. */
const CERTAIN: Fuzzed[] = [
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

test(`behavior: ${REQUESTS} fuzzed requests: never a 5xx, always the envelope, no state changed by a 4xx`, async () => {
  const seen = new Map<string, number>()
  for (let sent = 0; sent < REQUESTS; sent += REQUESTS_PER_WORLD) {
    await sendToNewWorld(Math.min(REQUESTS_PER_WORLD, REQUESTS - sent), seen)
  }
  for (const status of ['400', '401', '403', '404', '405', '415']) expect(seen.keys()).toContain(status)
  for (const { name } of TABLE_ROWS) expect(seen.keys(), name).toContain(`200 ${name}`)
  // About a third of the random requests are malformed.
  for (const kind of ['well-formed', 'malformed']) expect(seen.get(kind), kind).toBeGreaterThan(REQUESTS / 8)
}, 3_600_000)

async function sendToNewWorld(requests: number, seen: Map<string, number>): Promise<void> {
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
  const world = await startFuzzedWorld()
  try {
    await fc.assert(
      fc.asyncProperty(fuzzed, async (request) => {
        const before = await world.state.fingerprint()
        const { answer, wellFormed } = await sendFuzzed(world, request)
        const table = request.method === undefined ? rowOf.get(request.name) : undefined
        await world.checkAnswer(answer, before, request.name, table)
        count(answer.status < 400 ? `200 ${request.name}` : String(answer.status))
        count(wellFormed ? 'well-formed' : 'malformed')
        if (isValid(request) && answer.status >= 400) await renew(world, request.name)
      }),
      { numRuns: requests, endOnFailure: true, examples: CERTAIN.map((request) => [request]) },
    )
  } finally {
    await world.stop()
  }
}
