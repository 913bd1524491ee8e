import { randomUUID } from 'node:crypto'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { checksumAddress } from '#protocol/display/address.ts'
import { encodeTokenCall } from '#protocol/signing/calldata.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { transactionSchema } from '#protocol/transactions.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { insertTransaction, walletRow } from '#service/testing/stored-rows.ts'
import { nextQuery, type TestOrganization } from '#service/testing/test-service.ts'
import { allowByDefault } from '#service/tokens/allowed-tokens.ts'

const ONE = '0x00000000000000000000000000000000000a0001'
const TWO = '0x00000000000000000000000000000000000a0002'

const world = await forFile(serviceWorld.api())
const other = await world.addOrganization('Other', 'other.example')
for (let index = 0; index < 7; index += 1) {
  await insert(world.demo, { wallet: index % 2 === 0 ? ONE : TWO, at: 1_000 + Math.floor(index / 2) })
}
await insert(other, { wallet: ONE, at: 5_000 })

function insert(organization: TestOrganization, { wallet, at }: { wallet: `0x${string}`; at: number }) {
  const created_at = new Date(1_800_000_000_000 + at)
  const stored = { organization_id: organization.id, wallet_address: wallet, created_at }
  return insertTransaction(world.ctx.db, stored)
}
const list = (query = '', key = world.demo.key) => world.call('GET', `/v1/baas/transactions${query}`, { key })
const ids = (content: { transactionUuid: string }[]) => content.map((one) => one.transactionUuid)

describe('list', () => {
  test("behavior: lists the organization's own transactions, newest first, in the wire shape", async () => {
    const { content, headers } = await list()
    expect(content).toHaveLength(7)
    for (const one of content) expect(transactionSchema.safeParse(one).success).toBe(true)
    const times = content.map((one: { createdAtDatetime: string }) => one.createdAtDatetime)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(headers.get('link')).toBeNull()
    expect(content[0]).not.toHaveProperty('signature')
  })

  test('param: limit and cursor list each transaction once, even with equal times', async () => {
    const seen: string[] = []
    for (let query: string | undefined = '?limit=2'; query !== undefined;) {
      const page = await list(query)
      seen.push(...ids(page.content))
      query = nextQuery(page)
      expect(page.content).toHaveLength(query === undefined ? 1 : 2)
    }
    expect(seen).toEqual(ids((await list()).content))
  })

  test('param: wallet of any case, status, and both in the next link', async () => {
    expect((await list(`?wallet=${checksumAddress(ONE)}`)).content).toHaveLength(4)
    expect((await list(`?wallet=${TWO}&status=CONFIRMED`)).content).toHaveLength(3)
    expect((await list('?status=FAILED')).content).toEqual([])
    const { headers } = await list(`?wallet=${TWO}&status=CONFIRMED&limit=1`)
    expect(headers.get('link')).toContain(`wallet=${TWO}`)
    expect(headers.get('link')).toContain('status=CONFIRMED')
  })

  test('error: rejects invalid queries', async () => {
    for (const query of ['?status=DONE', '?wallet=0x12', '?limit=-1', '?cursor=nonsense', '?unknown=1']) {
      expect(await list(query)).toMatchObject({ status: 400, content: { code: 'VALIDATION_FAILED' } })
    }
    expect(await list('', await world.addKey(world.demo.id, ['transaction:execute']))).toMatchObject({
      status: 403,
    })
  })
})

test('behavior: a single transaction has the shape of the list, and an invalid id is rejected', async () => {
  const [first] = (await list()).content
  const one = await world.call('GET', `/v1/baas/transactions/${first.transactionUuid}`)
  expect(one).toMatchObject({ status: 200, content: first })
  expect((await world.call('GET', '/v1/baas/transactions/12')).status).toBe(400)
})

test('param: finds a user with very many wallets by each of them, and in no other organization', async () => {
  const { db } = world.ctx
  const newest = { ...walletRow({ organization_id: world.demo.id, address: ONE }), label: 'Crowd' }
  const rows = Array.from({ length: 1_100 }, (_, index) => ({
    ...newest,
    id: randomUUID(),
    address: `0x${String(index).padStart(40, '0')}`,
  }))
  const search = async (key?: string) =>
    (await world.call('GET', '/v1/org/transactions?user=crowd', key === undefined ? {} : { key })).content
  await db.insertInto('wallets').values(newest).execute()
  expect(await search()).toHaveLength(4)
  await db.insertInto('wallets').values(rows).execute()
  expect(await search()).toHaveLength(4)
  expect(await search(other.key)).toEqual([])
})

describe('search among the newest', () => {
  const PAYEE = '0x00000000000000000000000000000000000b0001'
  const TOKEN = '0x00000000000000000000000000000000000c0001'
  const at = (minute: number) => new Date(1_900_000_000_000 + minute * 60_000)

  test('param: counterparty and amount find transfers, permissions and the native coin, and nothing else', async () => {
    const { db } = world.ctx
    await allowByDefault(db, {
      address: TOKEN,
      standard: 'erc20',
      name: 'Six',
      symbol: 'SIX',
      decimals: 6,
      logoUrl: '',
      now: at(0),
    })
    const insertCall = (minute: number, call: { to_address?: `0x${string}`; value?: string; data?: Hex }) =>
      insertTransaction(db, { organization_id: world.demo.id, created_at: at(minute), ...call })
    const coins = (to: string, amount: string) => encodeTokenCall('erc20-transfer', { to, amount }).data
    const item = encodeTokenCall('erc721-transfer', { from: ONE, to: PAYEE, tokenId: '12500000' })
    const paid = await insertCall(1, { to_address: TOKEN, data: coins(PAYEE, '12500000') })
    const sent = await insertCall(2, { to_address: PAYEE, value: '12500000000000000000' })
    const moved = await insertCall(3, { to_address: TWO, data: item.data })
    await insertCall(4, { to_address: TOKEN, data: coins(TWO, '13000000') })
    await insertTransaction(db, { organization_id: other.id, to_address: PAYEE, value: '1' })
    const find = async (query: string) =>
      ids((await world.call('GET', `/v1/org/transactions?${query}`)).content)
    expect(await find(`counterparty=${checksumAddress(PAYEE)}`)).toEqual([moved, sent, paid])
    expect(await find('amount=12.5')).toEqual([sent, paid])
    expect(await find(`amount=12.50&counterparty=${PAYEE}`)).toEqual([sent, paid])
    expect(await find('amount=0')).toEqual([])
    expect(await find('amount=0.0000001')).toEqual([])
  })

  test.each(['amount=12,5', 'amount=-1', 'amount=1e3', 'counterparty=0x12'])(
    'error: rejects %s',
    async (query) => {
      expect(await world.call('GET', `/v1/org/transactions?${query}`)).toMatchObject({ status: 400 })
    },
  )
})
