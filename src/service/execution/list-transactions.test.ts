import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checksumAddress, ZERO_ADDRESS } from '#shared/display/address.ts'
import { EVENT_OF_STATE } from '#shared/org/events.ts'
import {
  TRANSACTION_MOVES,
  TRANSACTION_STATES,
  type TransactionState,
} from '#shared/org/transaction-states.ts'
import { transactionSchema } from '#shared/org/transactions.ts'
import { startHarness, type Harness, type TestOrganization } from '#service/testing/harness.ts'
import { moveTransaction } from '#service/ledger/store-transaction.ts'

const ONE = '0x00000000000000000000000000000000000a0001'
const TWO = '0x00000000000000000000000000000000000a0002'

let harness: Harness
let other: TestOrganization
beforeAll(async () => {
  harness = await startHarness()
  other = await harness.addOrganization('Other', 'other.example')
  for (let index = 0; index < 7; index += 1) {
    await insert(harness.demo, { wallet: index % 2 === 0 ? ONE : TWO, at: 1_000 + Math.floor(index / 2) })
  }
  await insert(other, { wallet: ONE, at: 5_000 })
})
afterAll(() => harness.stop())

async function insert(
  organization: TestOrganization,
  { wallet, at, state = 'CONFIRMED' }: { wallet: `0x${string}`; at: number; state?: TransactionState },
): Promise<string> {
  const id = randomUUID()
  const when = new Date(1_800_000_000_000 + at)
  await harness.ctx.db
    .insertInto('transactions')
    .values({
      id,
      organization_id: organization.id,
      wallet_address: wallet,
      digest: `0x${id.replaceAll('-', '').padStart(64, '0')}`,
      state,
      to_address: TWO,
      value: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
      data: '0x1234',
      expiration: '1900000000',
      fee: '0',
      fee_coin_address: ZERO_ADDRESS,
      fee_withdraw_address: ZERO_ADDRESS,
      signature: '0x',
      relayed_id: null,
      transaction_hash: null,
      block_number: null,
      reason: null,
      created_at: when,
      updated_at: when,
    })
    .execute()
  return id
}
const list = (query = '', key = harness.demo.key) =>
  harness.call('GET', `/v1/baas/transactions${query}`, { key })
const ids = (content: { transactionUuid: string }[]) => content.map((one) => one.transactionUuid)

describe('list', () => {
  test("behavior: the organization's own, newest first, in the wire shape", async () => {
    const { content, headers } = await list()
    expect(content).toHaveLength(7)
    for (const one of content) expect(transactionSchema.safeParse(one).success).toBe(true)
    const times = content.map((one: { createdAtDatetime: string }) => one.createdAtDatetime)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(headers.get('link')).toBeNull()
    expect(content[0]).not.toHaveProperty('signature')
  })

  test('param: limit and cursor walk through all, each once, also where times are equal', async () => {
    const seen: string[] = []
    let query = '?limit=2'
    for (;;) {
      const { content, headers } = await list(query)
      seen.push(...ids(content))
      const next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
      if (next === undefined) break
      expect(content).toHaveLength(2)
      query = new URL(next).search
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

  test('error: what a query must not hold', async () => {
    for (const query of ['?status=DONE', '?wallet=0x12', '?limit=-1', '?cursor=nonsense', '?unknown=1']) {
      expect(await list(query)).toMatchObject({ status: 400, content: { code: 'VALIDATION_FAILED' } })
    }
    expect(await list('', await harness.addKey(harness.demo.id, ['transaction:execute']))).toMatchObject({
      status: 403,
    })
  })
})

describe('get', () => {
  test("behavior: one's own; another's and none at all are answered alike", async () => {
    const [first] = (await list()).content
    const one = await harness.call('GET', `/v1/baas/transactions/${first.transactionUuid}`)
    expect(one).toMatchObject({ status: 200, content: first })
    const [foreign] = (await list('', other.key)).content
    const notYours = await harness.call('GET', `/v1/baas/transactions/${foreign.transactionUuid}`)
    const notThere = await harness.call('GET', `/v1/baas/transactions/${randomUUID()}`)
    expect(notYours.status).toBe(404)
    expect(notThere.text).toBe(notYours.text)
    expect((await harness.call('GET', '/v1/baas/transactions/12')).status).toBe(400)
  })
})

describe('moves', () => {
  test('behavior: only the allowed ones, whatever the state, each with its event', async () => {
    for (const from of TRANSACTION_STATES) {
      for (const to of TRANSACTION_STATES.filter((state) => state !== 'PENDING_USER_APPROVAL')) {
        const id = await insert(other, { wallet: TWO, at: 6_000, state: from })
        const moved = await moveTransaction(harness.ctx.db, { id }, { to, now: new Date() })
        expect(moved).toBe(TRANSACTION_MOVES[from].includes(to))
        const events = await harness.ctx.db.selectFrom('events').select(['type', 'data']).execute()
        const told = events.filter(({ data }) => data.transactionUuid === id)
        expect(told.map(({ type }) => type)).toEqual(moved ? [EVENT_OF_STATE[to]] : [])
        if (moved) expect(told[0]!.data.status).toBe(to)
      }
    }
  })

  test('behavior: of many at once, one decides', async () => {
    const id = await insert(other, { wallet: TWO, at: 7_000, state: 'PENDING_USER_APPROVAL' })
    const attempts = (['APPROVED', 'REJECTED', 'EXPIRED'] as const).flatMap((to) => [to, to, to, to])
    const results = await Promise.all(
      attempts.map((to) => moveTransaction(harness.ctx.db, { id }, { to, now: new Date() })),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
  })
})
