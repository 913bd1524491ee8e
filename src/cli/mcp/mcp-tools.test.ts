import { expect, test } from 'vitest'
import { connectMcp } from '#cli/testing/mcp-client.ts'
import { SCOPES } from '#protocol/endpoint.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { EXAMPLES, type ExampleRequest } from '#service/testing/example-requests.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { TABLE_ROWS } from '#service/testing/table-rows.ts'
import { effectHints, listAgentTools } from './agent-tools.ts'
import { readKeyScopes } from './serve-mcp.ts'

const ORIGIN = 'http://wallets.example'
const FRIEND = '0x000000000000000000000000000000000000dEaD'
const world = await forFile(serviceWorld.examples())
const access = (apiKey: string) => ({
  url: ORIGIN,
  shownUrl: ORIGIN,
  apiKey,
  fetch: (request: Request) => world.fetch(request),
})
const agent = await forFile(connectMcp(access(world.demo.key)))
const tools = listAgentTools(SCOPES)
const flat = ({ params, query, body }: ExampleRequest = {}) => ({ ...params, ...query, ...body })

test.each(['legacy', 'auto'] as const)(
  'behavior: lists the tools to a client with negotiation %s',
  async (mode) => {
    const { client, stop } = await connectMcp(access(world.demo.key), { mode })
    const listed = await client.listTools()
    expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
    for (const { name, inputSchema, description = '' } of listed.tools) {
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false })
      expect(description, name).toMatch(/scope|Any valid key/)
    }
    expect(listed.tools.find(({ name }) => name === 'prepareErc20Transfer')).toMatchObject({
      inputSchema: {
        required: ['walletAddress', 'tokenAddress', 'to', 'amount'],
        properties: { to: { description: 'must be an address: 0x followed by 40 hex digits.' } },
      },
      annotations: { readOnlyHint: true, destructiveHint: false },
    })
    expect(listed.tools.find(({ name }) => name === 'sendTestEvent')).toMatchObject({
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    })
    await stop()
  },
)

test('param: hints follow from method and audit action', () => {
  for (const { name, row } of TABLE_ROWS) {
    const { readOnlyHint, destructiveHint, idempotentHint } = effectHints(row)
    if (row.method === 'GET') expect(readOnlyHint, name).toBe(true)
    if (row.method === 'DELETE' || row.method === 'PUT')
      expect([destructiveHint, idempotentHint], name).toEqual([true, true])
    expect(readOnlyHint && destructiveHint, name).toBe(false)
  }
})

test.each(tools)('behavior: $name returns what its endpoint returns', async ({ name, row, answer }) => {
  const example = EXAMPLES[name]
  if (example === undefined) throw new Error(`${name} has no example in example-requests.ts`)
  const result = await agent.call(name, flat(await example.request(world)))
  expect(result.isError, JSON.stringify(result)).toBe(false)
  expect((answer ?? row.answer).safeParse(result.content).error?.issues).toBeUndefined()
})

test('behavior: a list names the arguments of its next page, and the last page names none', async () => {
  const all = await agent.call('listWallets', { limit: '200' })
  const found: unknown[] = []
  let page = await agent.call('listWallets', { limit: '1' })
  for (; page.next !== undefined; page = await agent.call('listWallets', page.next))
    found.push(...page.content)
  found.push(...page.content)
  expect(found.length).toBeGreaterThan(1)
  expect(found).toEqual(all.content)
})

test('behavior: the number that an approver has to pick is not returned', async () => {
  const transactionUuid = await world.newHeldTransactionId()
  const read = async () => (await world.call('GET', `/v1/baas/transactions/${transactionUuid}`)).content
  // The end-user is notified after the transaction was held, which changes the response.
  await expect.poll(async () => (await read()).approval.notifiedAtDatetime).toBeTypeOf('string')
  const content = await read()
  expect(content.approval.number).toBeTypeOf('number')
  const own = await agent.call('getTransaction', { transactionUuid })
  const { number: _, ...rest } = content.approval
  expect(own.content.approval).toEqual(rest)
  const listed = await agent.call('listTransactions', { wallet: content.walletAddress })
  expect(listed.content).toEqual([own.content])
})

test('behavior: a key gets the tools of its scopes', async () => {
  const api = access(await world.addKey(world.demo.id, ['wallet:read']))
  const scopes = await readKeyScopes(api)
  expect(scopes).toEqual(['wallet:read'])
  const reader = await connectMcp(api, { scopes })
  const { tools: listed } = await reader.client.listTools()
  const allowed = tools.filter(({ row }) => row.scope === null || row.scope === 'wallet:read')
  expect(listed.map(({ name }) => name)).toEqual(allowed.map(({ name }) => name))
  expect((await reader.call('listWallets')).isError).toBe(false)
  expect((await reader.call('listApiKeys')).isTool).toBe(false)
  await reader.stop()
})

test('error: a service that does not report the scopes refuses the calls that they do not allow', async () => {
  const api = access(await world.addKey(world.demo.id, ['wallet:read']))
  const reader = await connectMcp(api, { scopes: SCOPES })
  expect(await reader.call('listApiKeys')).toMatchObject({
    isError: true,
    error: {
      code: 'INSUFFICIENT_SCOPES',
      message: 'Insufficient scopes. Required: org:manage',
      status: 403,
      requestId: expect.any(String),
    },
  })
  await reader.stop()
  const notThere = async () =>
    Response.json({ statusCode: 404, content: { message: 'Not found', code: 'NOT_FOUND' } }, { status: 404 })
  expect(await readKeyScopes({ ...api, fetch: notThere })).toEqual(SCOPES)
})

test.each([
  ['a missing field', 'resolveToken', {}, 'address', 'is required'],
  [
    'a wrong field',
    'resolveToken',
    { address: '0x1' },
    'address',
    'must be an address: 0x followed by 40 hex digits',
  ],
  ['an unknown query field', 'listWallets', { unknown: 1 }, 'unknown', 'is not a known field'],
  [
    'an unknown body field',
    'resolveToken',
    { address: FRIEND, unknown: 1 },
    'unknown',
    'is not a known field',
  ],
  ['a missing path field', 'getWallet', {}, 'address', 'is required'],
  [
    'a path that would climb',
    'getWallet',
    { address: '..' },
    'address',
    'must be an address: 0x followed by 40 hex digits',
  ],
])('error: %s is named', async (_, name, args, path, message) => {
  const { isError, error } = await agent.call(name, args)
  expect({ isError, code: error.code }).toEqual({ isError: true, code: 'VALIDATION_FAILED' })
  expect(error.errors).toEqual([{ path, message }])
})

test.each([
  [
    'an unreachable server',
    () => Promise.reject(new Error(`connect failed with ${world.demo.key}`)),
    'UNREACHABLE',
  ],
  ['another server', async () => new Response('<html>', { status: 502 }), 'UNREADABLE'],
  ['a server without the envelope', async () => Response.json({ ok: true }), 'UNREADABLE'],
])('error: %s is reported without the cause', async (_, fetch, code) => {
  const lost = await connectMcp({ ...access(world.demo.key), fetch })
  expect(await lost.call('listWallets')).toMatchObject({ isError: true, error: { code } })
  expect(lost.seen.join()).not.toContain(world.demo.key)
  await lost.stop()
})
