import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { SCOPES, type Scope } from '#protocol/endpoint.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { storeApiKey } from './keys/issue-api-key.ts'
import { EXAMPLES, type ExampleRequest } from './testing/example-requests.ts'
import { serviceWorld } from './testing/service-world.ts'
import { watchState } from './testing/state-watch.ts'
import { EXAMPLE_PARAMS, fillPath, TABLE_ROWS, type TableRow } from './testing/table-rows.ts'

/** API keys that are refused, by the reason. */
const badKeys = new Map<string, string | null>()
/** API keys by their only scope, and one without a scope. */
const scopedKeys = new Map<string, string>()

const world = await forFile(serviceWorld.examples())
const { db, clock } = world.ctx
const store = (scopes: readonly Scope[], expiresAt: Date | null = null) =>
  storeApiKey(db, {
    organizationId: world.demo.id,
    label: 'x',
    scopes: [...scopes],
    expiresAt,
    now: clock.now(),
  })
const revoked = await store(SCOPES)
await world.call('DELETE', `/v1/org/keys/${revoked.id}`)
const expired = await store(SCOPES, new Date(clock.now().getTime() - 1))
badKeys.set('missing', null).set('wrong', 'pk_live_wrong').set('revoked', revoked.secret)
badKeys.set('expired', expired.secret).set('of another letter', `${world.demo.key.slice(0, -1)}_`)
for (const scope of SCOPES) scopedKeys.set(scope, (await store([scope])).secret)
scopedKeys.set('no scope', (await store([])).secret)
const state = await watchState(world.ctx.db)

function send(table: TableRow, request: ExampleRequest, key?: string | null) {
  const search = new URLSearchParams(request.query).toString()
  const path = fillPath(table, { ...EXAMPLE_PARAMS, ...request.params }) + (search === '' ? '' : `?${search}`)
  const { body } = request
  return world.call(table.row.method, path, {
    ...(key === undefined ? {} : { key }),
    ...(body === undefined ? {} : { body }),
  })
}

/** A request with an empty body. It is enough for errors that occur before the body is validated. */
const unread = ({ row }: TableRow): ExampleRequest => (row.body === undefined ? {} : { body: {} })

describe.each(TABLE_ROWS)('$name', (table) => {
  const { name, row } = table
  const example = EXAMPLES[name]

  test('behavior: has an example, which returns 200 in the shape of the table', async () => {
    if (example === undefined) throw new Error(`${name} has no example in testing/example-requests.ts`)
    const answer = await send(table, await example.request(world))
    expect(answer.status, answer.text).toBe(200)
    expect(row.answer.safeParse(answer.content).error?.issues, answer.text).toBeUndefined()
  })

  test('error: 400 for an unknown parameter, and for each wrong or additional field', async () => {
    const base = example === undefined ? {} : await example.request(world)
    const extra = await send(table, { ...base, query: { ...base.query, unknown: '1' } })
    expect(extra.status, extra.text).toBe(400)
    expect(extra.content.errors).toContainEqual({ path: 'unknown', message: 'is not a known field' })
    for (const [field, value] of wrongFields(table)) {
      const answer = await send(table, { ...base, body: { ...base.body, [field]: value } })
      expect(answer.status, `${field}: ${answer.text}`).toBe(400)
      expect(answer.content.code).toBe('VALIDATION_FAILED')
      expect(answer.content.errors.map((error: { path: string }) => error.path.split('.')[0])).toContain(
        field,
      )
    }
  })

  test('error: 401 for a missing, wrong, revoked or expired key, with the same response for all', async () => {
    for (const [why, key] of badKeys) {
      const answer = await send(table, unread(table), key)
      expect(answer.status, why).toBe(401)
      expect(answer.text).toBe(
        '{"statusCode":401,"content":{"message":"Invalid API key","code":"INVALID_API_KEY"}}',
      )
    }
  })

  test.each([...SCOPES, 'no scope'])('error: checks the scope %s', async (scope) => {
    const answer = await send(table, unread(table), scopedKeys.get(scope) ?? null)
    if (row.scope === null || row.scope === scope) {
      expect(answer.status).not.toBe(401)
      expect(answer.content.code).not.toBe('INSUFFICIENT_SCOPES')
      return
    }
    expect(answer.status).toBe(403)
    expect(answer.text).toBe(
      `{"statusCode":403,"content":{"message":"Insufficient scopes. Required: ${row.scope}","code":"INSUFFICIENT_SCOPES"}}`,
    )
  })

  test('error: a resource of another organization → the same response as for one that does not exist, and no change', async () => {
    if (example === undefined) throw new Error(`${name} does not say what is another organization's`)
    const mine = await example.request(world)
    if (example.foreign === 'own') {
      const answer = await send(table, mine, world.other.key)
      expect(answer.status, answer.text).toBe(200)
      for (const mark of marksOfDemo()) expect(answer.text.toLowerCase()).not.toContain(mark.toLowerCase())
      return
    }
    for (const field of example.foreign) {
      await state.settled()
      const before = await state.fingerprint()
      const notTheirs = await send(table, mine, world.other.key)
      expect(await state.fingerprint(), notTheirs.text).toBe(before)
      const notThere = await send(table, replaced(mine, field), world.other.key)
      expect(notTheirs.text).toBe(notThere.text)
      const refused = row.path.startsWith('/wallets/:address') ? 403 : 404
      expect(notTheirs.status, field).toBe(FOREIGN_STATUS[field] ?? refused)
      for (const mark of marksOfDemo()) expect(notTheirs.text.toLowerCase()).not.toContain(mark.toLowerCase())
    }
  })
})

test('behavior: the scopes match the specification, row by row', () => {
  const scopes = Object.fromEntries(
    TABLE_ROWS.filter(({ prefix }) => prefix === '/v1/baas').map(({ row }) => [
      `${row.method} ${row.path}`,
      row.scope,
    ]),
  )
  expect(scopes).toMatchObject({
    'POST /wallets/predict': 'wallet:create',
    'POST /wallets/request-email-verification': 'wallet:create',
    'GET /wallets/pending-verification': 'wallet:create',
    'POST /wallets': 'wallet:create',
    'GET /wallets': 'wallet:read',
    'POST /tokens/erc20/transfer': 'token:transfer',
    'POST /tokens/erc20/approve': 'token:approve',
    'POST /tokens/erc721/safe-transfer': 'token:transfer',
    'POST /tokens/erc1155/safe-transfer': 'token:transfer',
    'POST /tokens/erc1155/batch-transfer': 'token:transfer',
    'POST /tokens/erc721/approve': 'token:approve',
    'POST /tokens/erc721/set-approval-for-all': 'token:approve',
    'POST /tokens/erc1155/set-approval-for-all': 'token:approve',
    'GET /tokens/allowed': 'domain:read',
    'POST /tokens/resolve': 'wallet:read',
    'POST /transactions/execute': 'transaction:execute',
    'GET /transactions/:transactionUuid': 'wallet:read',
    'GET /transactions': 'wallet:read',
    'GET /wallets/:address/balances': 'wallet:read',
    'GET /config': null,
  })
})

test('behavior: everything else under /v1/org needs org:manage, except the organization’s own name', () => {
  const open = TABLE_ROWS.filter(({ prefix, row }) => prefix === '/v1/org' && row.scope !== 'org:manage')
  expect(open.map(({ name }) => name)).toEqual(['getOrganization'])
})

/** For each field of an endpoint's body, an invalid value, plus an unknown field. */
function wrongFields({ row }: TableRow): [string, unknown][] {
  if (row.body === undefined) return []
  const { properties = {} } = z.toJSONSchema(row.body, { io: 'input' })
  return [
    ['unknown', 1],
    ...Object.keys(properties).map((field): [string, unknown] => [field, { wrong: true }]),
  ]
}

/** Returns the request with one field replaced, so that it names a resource that does not exist. */
function replaced(request: ExampleRequest, field: string): ExampleRequest {
  const [part, name = ''] = field.split('.')
  const unknown = UNKNOWN[name] ?? EXAMPLE_PARAMS[name]
  if (unknown === undefined) throw new Error(`there is no value of nothing for ${field}`)
  if (part === 'params') return { ...request, params: { ...request.params, [name]: unknown } }
  if (part === 'query') return { ...request, query: { ...request.query, [name]: unknown } }
  return { ...request, body: { ...request.body, [name]: unknown } }
}

/** Status of the response to a request in which this field names another organization's resource. */
const FOREIGN_STATUS: Record<string, number> = {
  'query.email': 200,
  'query.wallet': 200,
  'query.addresses': 403,
  'body.email': 400,
  'body.walletAddress': 403,
  'body.from': 403,
  'body.rpIdHash': 400,
}

const UNKNOWN: Record<string, string> = {
  walletAddress: '0x000000000000000000000000000000000000dEaD',
  from: '0x000000000000000000000000000000000000dEaD',
  wallet: '0x000000000000000000000000000000000000dEaD',
  addresses: '0x000000000000000000000000000000000000dEaD',
  rpIdHash: `0x${'11'.repeat(32)}`,
  email: 'nobody@example.com',
}

function marksOfDemo(): string[] {
  const { demo, wallet } = world
  return [demo.id, demo.keyId, demo.key, wallet.address]
}
