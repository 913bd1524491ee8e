import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { encodeCall } from '#shared/signing/calldata.ts'
import { keyOf, startChainHarness, type ChainHarness, type CreatedWallet } from './testing/chain-harness.ts'
import { EXAMPLE_PARAMS, pathOf, TABLE_ROWS, type TableRow } from './testing/example-requests.ts'
import { createSoftwarePasskey } from './testing/software-passkey.ts'

const REQUESTS = Number(process.env['LATCHKEY_FUZZ_REQUESTS'] ?? 2_000)

let harness: ChainHarness
let wallet: CreatedWallet

beforeAll(async () => {
  harness = await startChainHarness()
  wallet = await harness.createWallet()
})
afterAll(() => harness.stop())

type Fuzzed = {
  table: TableRow
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
  withKey: boolean
}

const hash64 = fc.string({
  unit: fc.constantFrom(...Array.from('0123456789abcdef')),
  minLength: 64,
  maxLength: 64,
})

/** Values that each field could take seriously. The others are wrong for every field. */
const plausible: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    '0',
    '1',
    '1500000',
    (2n ** 256n - 1n).toString(),
    String(Math.floor(Date.now() / 1_000) + 600),
  ),
  fc.constantFrom(...Object.values(EXAMPLE_PARAMS), `0x${'0'.repeat(40)}`),
  hash64,
  hash64.map((digits) => `0x${digits}`),
  fc.constantFrom(
    'transfer(address,uint256)',
    'f()',
    '0x',
    '0xa9059cbb',
    'wallet:read',
    'user@example.com',
    '123456',
  ),
  fc.constant(['wallet:read']),
  fc.boolean(),
)
const wrong: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    null,
    '',
    '\u0000',
    '\ud800',
    '__proto__',
    '0x0',
    '-1',
    '1e3',
    ' 1',
    '9'.repeat(400),
    {},
    [],
    1e308,
  ),
)

/** A body that each endpoint takes, or nearly: what gets beyond validation. */
function fittingFields(): Record<string, unknown> {
  const { tokens } = harness.test
  const zero = `0x${'0'.repeat(40)}`
  return {
    ...keyOf(createSoftwarePasskey('localhost')),
    label: 'Fuzz ☂',
    backupAddress: tokens.erc20,
    withFee: true,
    externalUserId: 'user',
    externalUserLabel: 'User',
    verificationCode: '123456',
    email: 'user@example.com',
    walletAddress: wallet.address,
    toAddress: tokens.erc20,
    tokenAddress: tokens.erc20,
    to: tokens.erc721,
    amount: '1',
    value: '0',
    functionSignature: 'transfer(address,uint256)',
    params: [tokens.erc721, '1'],
    data: encodeCall('transfer(address,uint256)', [tokens.erc721, '1']),
    signature: wallet.passkey.sign(`0x${'12'.repeat(32)}`),
    expiration: String(Math.floor(Date.now() / 1_000) + 600),
    fee: '0',
    feeCoinAddress: zero,
    feeWithdrawAddress: zero,
    address: tokens.erc20,
    scopes: ['wallet:read'],
    expiresAtDatetime: '2999-01-01T00:00:00Z',
  }
}
function feeSettings() {
  const { erc20, erc721 } = harness.test.tokens
  return { tokenAddress: erc20, amountPerTransaction: '1', withdrawAddress: erc721 }
}

function bodyOf({ name, row }: TableRow): fc.Arbitrary<string | undefined> {
  if (row.body === undefined) return fc.constant(undefined)
  const names = Object.keys(z.toJSONSchema(row.body).properties ?? {})
  const fields = { ...fittingFields(), ...(name === 'setFees' ? { fee: feeSettings() } : {}) }
  const fitting = Object.fromEntries(Object.entries(fields).filter(([field]) => names.includes(field)))
  const change = fc.dictionary(fc.constantFrom(...names), fc.oneof(plausible, wrong), { maxKeys: 2 })
  const object = fc.tuple(change, fc.subarray(names, { maxLength: 1 })).map(([changed, left]) => ({
    ...fitting,
    ...changed,
    ...Object.fromEntries(left.map((field) => [field, undefined])),
  }))
  const extra = fc.dictionary(fc.string({ maxLength: 20 }), wrong, { maxKeys: 2 })
  return fc.oneof(
    { weight: 12, arbitrary: object.map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fc.tuple(object, extra).map(([value, more]) => JSON.stringify({ ...value, ...more })),
    },
    { weight: 1, arbitrary: wrong.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  )
}

const parameter = fc.oneof(
  fc.constantFrom(...Object.values(EXAMPLE_PARAMS)),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }).filter((text) => isEncodable(text)),
)
const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc
      .array(
        fc.tuple(
          fc.constantFrom('limit', 'cursor', 'q', 'email', 'status', 'wallet', 'x'),
          fc.webQueryParameters(),
        ),
      )
      .map((pairs) => `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`),
  },
)

function requests(): fc.Arbitrary<Fuzzed> {
  return fc.constantFrom(...TABLE_ROWS).chain((table) =>
    fc.record({
      table: fc.constant(table),
      method: fc.oneof(
        { weight: 20, arbitrary: fc.constant<string>(table.row.method) },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD') },
      ),
      path: fc
        .tuple(fc.dictionary(fc.constantFrom(...Object.keys(EXAMPLE_PARAMS)), parameter), query)
        .map(([params, search]) => pathOf(table, { ...EXAMPLE_PARAMS, ...params }) + search),
      headers: fc.oneof(
        { weight: 8, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.constantFrom({ 'content-type': 'text/plain' }, { origin: 'null' }) },
        {
          weight: 1,
          arbitrary: fc.constantFrom({ 'content-encoding': 'br' }, { 'x-request-id': '<script>' }),
        },
      ),
      body: bodyOf(table),
      withKey: fc.oneof(
        { weight: 9, arbitrary: fc.constant(true) },
        { weight: 1, arbitrary: fc.constant(false) },
      ),
    }),
  )
}

test(`behavior: ${REQUESTS} fuzzed requests: never a 5xx, always the envelope, no row changed by a 4xx`, async () => {
  const seen = new Map<number, number>()
  let rows = await fingerprint()
  await fc.assert(
    fc.asyncProperty(requests(), async (request) => {
      const { method, path, headers, body, withKey } = request
      const options = { headers, ...(withKey ? {} : { key: null }) }
      const sent = body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body }
      const answer = await harness.call(method, path, { ...options, ...sent })
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
      expect(answer.status, answer.text).toBeLessThan(500)
      const now = await fingerprint()
      if (answer.status >= 400) {
        expect(now, `${method} ${path} ${answer.text}`).toBe(rows)
        if (method !== 'HEAD') expect(typeof answer.content.message).toBe('string')
      } else if (method === request.table.row.method) {
        expect(z.safeParse(request.table.row.answer, answer.content).success).toBe(true)
      }
      rows = now
    }),
    { numRuns: REQUESTS },
  )
  expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 403, 405, 415]))
}, 600_000)

/** One hash over every row, except what a refused request is meant to change: wrong tries, a key's last use. */
async function fingerprint(): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select md5(concat(
      ${sql.join(TABLES.map((table) => sql`(select md5(coalesce(string_agg(t.kept, ',' order by t.kept), '')) from (select (to_jsonb(r) - 'last_used_at')::text as kept from ${sql.table(table)} r) t)`))},
      (select md5(coalesce(string_agg(concat(id, live, spent_at), ',' order by id), '')) from verification_codes)
    )) as hash`.execute(harness.ctx.db)
  return rows[0]?.hash ?? ''
}

const TABLES = [
  'organizations',
  'organization_domains',
  'fee_settings',
  'api_keys',
  'wallets',
  'allowed_tokens',
  'idempotency_keys',
  'relayed_transactions',
  'relayer_attempts',
  'transactions',
]

function isEncodable(text: string): boolean {
  try {
    return encodeURIComponent(text) !== '.' && encodeURIComponent(text) !== '..'
  } catch {
    return false
  }
}
