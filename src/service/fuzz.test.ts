import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { DESCRIBED_ENDPOINTS } from './api-description/described-endpoints.ts'
import {
  EXAMPLES,
  EXAMPLE_PARAMS,
  pathOf,
  TABLE_ROWS,
  type ExampleRequest,
  type TableRow,
} from './testing/example-requests.ts'
import { startExampleWorld, type ExampleWorld } from './testing/example-world.ts'
import type { Answer } from './testing/harness.ts'
import { watchState, type StateWatch } from './testing/state-watch.ts'

const REQUESTS = Number(process.env['LATCHKEY_FUZZ_REQUESTS'] ?? 5_000)

let world: ExampleWorld
let state: StateWatch
/** A request that each row answers with 200, at least once; the other half is made of it by breaking something. */
const valid = new Map<string, ExampleRequest>()
const rowOf = new Map(TABLE_ROWS.map((table) => [table.name, table]))
const errorsOf = new Map(DESCRIBED_ENDPOINTS.map(({ name, errors }) => [name, new Set<string>(errors)]))

beforeAll(async () => {
  world = await startExampleWorld()
  for (const { name } of TABLE_ROWS) {
    const example = EXAMPLES[name]
    if (example !== undefined) valid.set(name, await example.request(world))
  }
  state = await watchState(world.ctx.db)
}, 60_000)
afterAll(() => world.stop())

/** Values that each field could take seriously. The others are wrong for every field. */
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

type Part = 'body' | 'query' | 'params'
type Change = { part: Part; field: number; value: unknown; drop: boolean }
type Fuzzed = {
  name: string
  method: string | undefined
  changes: Change[]
  text: string | undefined
  headers: Record<string, string>
  withKey: boolean
}

const change: fc.Arbitrary<Change> = fc.record({
  part: fc.constantFrom<Part>('body', 'body', 'query', 'params'),
  field: fc.nat(),
  value: fc.oneof(plausible, wrong),
  drop: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
})
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
const fuzzed: fc.Arbitrary<Fuzzed> = fc.record({
  name: fc.constantFrom(...rowOf.keys()),
  method: rarely(fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'), undefined, 30),
  changes: fc.oneof(fc.constant<Change[]>([]), fc.array(change, { minLength: 1, maxLength: 3 })),
  text: rarely(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      wrong.map((value) => JSON.stringify(value) ?? ''),
    ),
    undefined,
  ),
  headers: rarely(fc.constantFrom(...HEADERS), NO_HEADERS, 9),
  withKey: rarely(fc.constant(false), true),
})

/** The fields that a row knows in one part of a request, and one that it does not. */
function fieldsOf({ row }: TableRow, part: Part): string[] {
  const schema = row[part]
  const { properties = {} } = schema === undefined ? {} : z.toJSONSchema(schema, { io: 'input' })
  return part === 'params' ? Object.keys(properties) : [...Object.keys(properties), 'unknown']
}

function changed(table: TableRow, base: ExampleRequest, changes: Change[]): ExampleRequest {
  const request = {
    body: new Map<string, unknown>(Object.entries(base.body ?? {})),
    query: new Map<string, unknown>(Object.entries(base.query ?? {})),
    params: new Map<string, unknown>(Object.entries(base.params ?? {})),
  }
  for (const { part, field, value, drop } of changes) {
    const names = fieldsOf(table, part)
    const name = names[field % names.length]
    if (name === undefined || (part === 'body' && table.row.body === undefined)) continue
    if (drop && part !== 'params') request[part].delete(name)
    else request[part].set(name, part === 'body' ? value : textOf(value))
  }
  return {
    params: strings(request.params),
    query: strings(request.query),
    ...(table.row.body === undefined ? {} : { body: Object.fromEntries(request.body) }),
  }
}

/** What can stand in a path or a query: never empty, never a path of its own. */
function textOf(value: unknown): string {
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .slice(0, 500)
  return text === '' || text === '.' || text === '..' ? 'x' : text
}
const strings = (map: Map<string, unknown>) =>
  Object.fromEntries([...map].map(([name, value]) => [name, String(value)]))

async function sendFuzzed(request: Fuzzed): Promise<Answer> {
  const table = rowOf.get(request.name)
  if (table === undefined) throw new Error('no such row')
  const method = request.method ?? table.row.method
  const { params, query, body } = changed(table, valid.get(request.name) ?? {}, request.changes)
  const search = new URLSearchParams(query).toString()
  const path = pathOf(table, { ...EXAMPLE_PARAMS, ...params }) + (search === '' ? '' : `?${search}`)
  const sent = request.text ?? (body === undefined ? undefined : JSON.stringify(body))
  return world.call(method, path, {
    headers: request.headers,
    ...(request.withKey ? {} : { key: null }),
    ...(sent === undefined || method === 'GET' || method === 'HEAD' ? {} : { body: sent }),
  })
}

function isValid({ method, changes, text, headers, withKey }: Fuzzed): boolean {
  return (
    method === undefined && changes.length === 0 && text === undefined && headers === NO_HEADERS && withKey
  )
}

const renewals = new Map<string, number>()
const RENEWALS_MAX = Math.ceil(REQUESTS / 2_500)

/** What can be used once, such as a code or a webhook that was deleted, is made anew a few times. */
async function renew(name: string): Promise<void> {
  const count = renewals.get(name) ?? 0
  renewals.set(name, count + 1)
  if (count >= RENEWALS_MAX) return
  const request = await EXAMPLES[name]?.request(world)
  if (request !== undefined) valid.set(name, request)
  await state.settled()
}

/** What is true of every answer, whatever was asked. */
async function checkAnswer(
  name: string,
  isOwnMethod: boolean,
  answer: Answer,
  before: string,
): Promise<void> {
  const table = rowOf.get(name)
  expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(500)
  if (answer.status >= 400) {
    expect(await state.fingerprint(), `${name} changed something: ${answer.text}`).toBe(before)
    if (answer.content === undefined) return
    expect(typeof answer.content.message).toBe('string')
    if (isOwnMethod) expect(errorsOf.get(name), `${name} may refuse with this`).toContain(answer.content.code)
  } else if (isOwnMethod) {
    expect(table?.row.answer.safeParse(answer.content).error?.issues, answer.text).toBeUndefined()
    await state.settled()
  }
}

test(`behavior: ${REQUESTS} fuzzed requests: never a 5xx, always the envelope, no state changed by a 4xx`, async () => {
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fuzzed, async (request) => {
      const before = await state.fingerprint()
      const answer = await sendFuzzed(request)
      await checkAnswer(request.name, request.method === undefined, answer, before)
      const what = answer.status < 400 ? `200 ${request.name}` : String(answer.status)
      seen.set(what, (seen.get(what) ?? 0) + 1)
      if (isValid(request) && answer.status >= 400) await renew(request.name)
    }),
    { numRuns: REQUESTS, endOnFailure: true },
  )
  for (const status of ['400', '401', '403', '404', '405', '415']) expect(seen.keys()).toContain(status)
  // Half valid: every row was answered with a success.
  for (const { name } of TABLE_ROWS) expect(seen.keys(), name).toContain(`200 ${name}`)
}, 3_600_000)

describe('hostile bodies', () => {
  const rows = TABLE_ROWS.filter(({ row }) => row.body !== undefined)
  const deep = (open: string, close: string) => open.repeat(20_000) + close.repeat(20_000)
  const bytes = (...values: (string | number[])[]) =>
    Buffer.concat(
      values.map((value) => (typeof value === 'string' ? Buffer.from(value) : Buffer.from(value))),
    )
  /** By name; `{first}` stands for the first field of the row. */
  const BODIES: [name: string, body: string | Buffer][] = [
    ['nothing', ''],
    ['a repeated name', '{"{first}":"1","{first}":"2"}'],
    ['a repeated name, once escaped', '{"{first}":"1","\\u00{hex}":"2"}'],
    ['__proto__', '{"__proto__":{"{first}":"1"}}'],
    ['an escaped __proto__', '{"\\u005f_proto__":{"{first}":"1"}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"{first}":"1"}}}'],
    ['deep arrays', deep('[', ']')],
    ['deep objects', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['deep within a field', `{"{first}":${deep('[', ']')}}`],
    ['many fields', `{${Array.from({ length: 10_000 }, (_, index) => `"f${index}":0`).join(',')}}`],
    ['a huge number', '{"{first}":1e999}'],
    ['a long number', `{"{first}":${'9'.repeat(100_000)}}`],
    ['a number for a string', '{"{first}":1.5}'],
    ['less than nothing', '{"{first}":-0.5}'],
    ['an array', '[]'],
    ['null', 'null'],
    ['a string', '"{first}"'],
    ['a truncated body', '{"{first}":"'],
    ['two values', '{}{}'],
    ['a comment', '{/**/}'],
    ['a trailing comma', '{"{first}":"1",}'],
    ['NaN', '{"{first}":NaN}'],
    ['single quotes', "{'{first}':'1'}"],
    ['a byte order mark', `\ufeff{"{first}":"1"}`],
    ['malformed UTF-8', bytes('{"{first}":"', [0xc3, 0x28, 0xff], '"}')],
    ['overlong UTF-8', bytes('{"{first}":"', [0xc0, 0x80], '"}')],
    ['UTF-16', Buffer.from('{"{first}":"1"}', 'utf16le')],
    ['a body above the limit', `{"{first}":"${'x'.repeat(262_144)}"}`],
  ]

  describe.each(rows)('$name', (table) => {
    const first = fieldsOf(table, 'body')[0] ?? 'x'
    const hex = first.charCodeAt(0).toString(16)
    const sendRaw = async (body: string | Buffer) => {
      const filled = Buffer.from(body).toString('latin1').replaceAll('{first}', first)
      const raw = Buffer.from(filled.replaceAll(`{hex}`, `${hex}${first.slice(1)}`), 'latin1')
      const path = `http://service.test${pathOf(table, { ...EXAMPLE_PARAMS, ...valid.get(table.name)?.params })}`
      const headers = { 'x-api-key': world.demo.key, 'content-type': 'application/json' }
      const response = await world.fetch(new Request(path, { method: table.row.method, headers, body: raw }))
      const { statusCode, content } = z
        .object({ statusCode: z.number(), content: z.looseObject({ message: z.string(), code: z.string() }) })
        .parse(await response.json())
      return { status: response.status, statusCode, code: content.code }
    }

    test.each(BODIES)('error: %s is refused, and nothing is changed', async (_name, body) => {
      const before = await state.fingerprint()
      const answer = await sendRaw(body)
      expect([400, 413]).toContain(answer.status)
      expect(answer.statusCode).toBe(answer.status)
      expect(['INVALID_JSON', 'VALIDATION_FAILED', 'BODY_TOO_LARGE']).toContain(answer.code)
      expect(await state.fingerprint()).toBe(before)
    })

    test('error: a NUL, half of a pair and a text without end in any field: never a 5xx', async () => {
      for (const field of fieldsOf(table, 'body')) {
        for (const value of ['\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', 'x'.repeat(200_000), '\u202e']) {
          const before = await state.fingerprint()
          const body = { ...valid.get(table.name)?.body, [field]: value }
          const answer = await world.call(
            table.row.method,
            pathOf(table, { ...EXAMPLE_PARAMS, ...valid.get(table.name)?.params }),
            { body },
          )
          await checkAnswer(table.name, true, answer, before)
        }
      }
    })
  })

  test.each([
    ['1,000 arguments', `f(${Array(1_000).fill('bool').join(',')})`, Array(1_000).fill('true')],
    ['17 arguments', `f(${Array(17).fill('bool').join(',')})`, Array(17).fill('true')],
    ['nested tuples', `f(${'('.repeat(100)}uint256${')'.repeat(100)})`, ['1']],
    ['an array type', 'f(uint256[])', ['["1"]']],
    ['more parameters than arguments', 'f(bool)', Array(1_000).fill('true')],
    ['a name without end', `${'f'.repeat(100_000)}()`, []],
    ['no parentheses', 'transfer', []],
    ['spaces', 'transfer(address, uint256)', []],
    ['a NUL', 'f\u0000()', []],
    ['another alphabet', 'trаnsfer(address,uint256)', []],
  ])('error: a functionSignature with %s is refused', async (_name, functionSignature, params) => {
    const before = await state.fingerprint()
    const { data: _, ...body } = valid.get('executeTransaction')?.body ?? {}
    const answer = await world.execute({ ...body, functionSignature, params })
    expect(answer.status, answer.text).toBe(400)
    expect(['CALL_INVALID', 'VALIDATION_FAILED']).toContain(answer.content.code)
    expect(await state.fingerprint()).toBe(before)
  })
})
