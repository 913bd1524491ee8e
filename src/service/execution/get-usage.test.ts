import { numberToHex } from 'viem'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forFile } from '#protocol/testing/for-file.ts'
import { usageSchema, type UsageDay } from '#protocol/usage.ts'
import { REORG_DEPTH_MAX } from '#service/chain/chain-data.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { findProgress } from '#service/holdings/index-progress.ts'
import { setGasBudget } from '#service/relayer/gas-budget.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { insertTransaction } from '#service/testing/stored-rows.ts'
import type { TestOrganization } from '#service/testing/test-service.ts'

const DAY_MS = 86_400_000

const NOTHING = { confirmed: 0, failed: 0, declined: 0, expired: 0, open: 0 }

const world = await forFile(serviceWorld.wallets())

const call = (query: string, key?: string) =>
  world.call('GET', `/v1/org/usage${query}`, key === undefined ? {} : { key })
async function usage(organization: TestOrganization, query = '') {
  const { status, content, text } = await call(query, organization.key)
  expect(status, text).toBe(200)
  return usageSchema.parse(content)
}
const total = ({ transactions }: UsageDay) => Object.values(transactions).reduce((sum, one) => sum + one, 0)
const dayBefore = (days: number) =>
  new Date(world.ctx.clock.now().getTime() - days * DAY_MS).toISOString().slice(0, 10)

/** Moves all activity of an organization back by `days` days. */
async function age(organizationId: string, days: number) {
  const at = new Date(world.ctx.clock.now().getTime() - days * DAY_MS)
  for (const table of ['transactions', 'wallets'] as const)
    await world.ctx.db
      .updateTable(table)
      .set({ created_at: at })
      .where('organization_id', '=', organizationId)
      .execute()
}

async function sendOne(organization: TestOrganization) {
  const wallet = await world.createWallet({ organization, coins: 100n })
  const body = world.signed(wallet, world.transfer(newAddress(), 1n))
  const answer = await world.execute(body, organization)
  expect(answer.status, answer.text).toBe(200)
  const { db } = world.ctx
  await expect
    .poll(() =>
      db
        .selectFrom('transactions')
        .select('id')
        .where('organization_id', '=', organization.id)
        .where('state', '=', 'SUBMITTED')
        .execute(),
    )
    .toEqual([])
}

test('behavior: returns every day without a gap, oldest first, only for the caller’s organization', async () => {
  const one = await world.addOrganization('One', 'one.example')
  const other = await world.addOrganization('Another', 'another.example')
  await setGasBudget(world.ctx.db, {
    organizationId: one.id,
    weiPerDay: 10n ** 30n,
    now: world.ctx.clock.now(),
  })
  await sendOne(one)
  const { days, gasBudgetWeiPerDay } = await usage(one)
  expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 30 }, (_, index) => dayBefore(29 - index)))
  const today = days.at(-1)
  expect(today).toMatchObject({
    transactions: { confirmed: 1, failed: 0, declined: 0, expired: 0, open: 0 },
    walletsCreated: 1,
    fees: [],
  })
  expect(BigInt(today?.gasWei ?? 0)).toBeGreaterThan(0n)
  expect(gasBudgetWeiPerDay).toBe((10n ** 30n).toString())
  expect((await usage(other)).days.every((day) => total(day) === 0 && day.gasWei === '0')).toBe(true)
})

test('behavior: sums fees by token', async () => {
  const one = await world.addOrganization('Fees', 'fees.example')
  const coin = world.chain.tokens.erc20
  const fee = {
    tokenAddress: coin,
    amountPerTransaction: '3',
    withdrawAddress: '0x00000000000000000000000000000000000000fe',
  }
  const wallet = await world.createWallet({ organization: one, coins: 100n })
  const set = await world.call('PUT', '/v1/org/fees', { key: one.key, body: { fee } })
  expect(set.status, set.text).toBe(200)
  for (const amount of ['3', '4']) {
    const fields = {
      ...world.transfer(newAddress(), 1n),
      fee: amount,
      feeCoinAddress: coin,
      feeWithdrawAddress: fee.withdrawAddress,
    }
    const answer = await world.execute(world.signed(wallet, fields), one)
    expect(answer.status, answer.text).toBe(200)
  }
  await expect
    .poll(async () => (await usage(one, '?days=1')).days[0]?.fees)
    .toEqual([{ tokenAddress: coin, amount: '7' }])
})

test('behavior: a finished day is counted once and stored, and a day with an open transaction is not', async () => {
  const one = await world.addOrganization('Kept', 'kept.example')
  await sendOne(one)
  await age(one.id, 3)
  const { db } = world.ctx
  const of = async () => (await usage(one, '?days=5')).days.find(({ day }) => day === dayBefore(3))
  const kept = (day: string) =>
    db
      .selectFrom('usage_days')
      .select('counts')
      .where('organization_id', '=', one.id)
      .where('day', '=', day)
      .executeTakeFirst()
  await db
    .updateTable('transactions')
    .set({ state: 'SUBMITTED' })
    .where('organization_id', '=', one.id)
    .execute()
  expect(await of()).toMatchObject({ transactions: { open: 1, confirmed: 0 } })
  expect(await kept(dayBefore(3))).toBeUndefined()
  await db
    .updateTable('transactions')
    .set({ state: 'CONFIRMED' })
    .where('organization_id', '=', one.id)
    .execute()
  const counted = await of()
  expect(counted).toMatchObject({ transactions: { open: 0, confirmed: 1 }, walletsCreated: 1 })
  // The day is stored once the tokens' logs in the transaction's block are read.
  await expect
    .poll(async () => {
      await of()
      return kept(dayBefore(3))
    })
    .toBeDefined()
  expect(await kept(dayBefore(0))).toBeUndefined()
  await age(one.id, 0)
  expect(await of()).toEqual(counted)
})

test('behavior: an hour of yesterday is counted once, and again after one more of its transactions is confirmed', async () => {
  const one = await world.addOrganization('Hours', 'hours.example')
  const { db } = world.ctx
  const coin = world.chain.tokens.erc20
  const fees = { fee: '1', fee_coin_address: lowerCase(coin) }
  const at = { organization_id: one.id, created_at: new Date(`${dayBefore(1)}T05:30:00Z`) }
  for (const state of ['CONFIRMED', 'CONFIRMED', 'FAILED', 'SUBMITTED'] as const)
    await insertTransaction(db, { ...at, ...fees, state })
  const ofHour = () => db.updateTable('transactions').where('organization_id', '=', one.id)
  const moveTo = (state: 'CONFIRMED' | 'FAILED', from: 'FAILED' | 'SUBMITTED') =>
    ofHour().set({ state }).where('state', '=', from).execute()
  const yesterday = async () => (await usage(one, '?days=2')).days[0]
  const counted = (confirmed: number, others: object, amount: string) => ({
    transactions: { ...NOTHING, confirmed, ...others },
    fees: [{ tokenAddress: coin, amount }],
  })
  await ofHour().set({ block_number: '1' }).execute()
  await world.chain.chain.rpc.request(z.unknown(), 'anvil_mine', [numberToHex(REORG_DEPTH_MAX)])
  const isDeep = async () => ((await findProgress(db, world.ctx.chain.id))?.next ?? 0n) > REORG_DEPTH_MAX + 1n
  await expect.poll(isDeep).toBe(true)
  expect(await yesterday()).toMatchObject(counted(2, { failed: 1, open: 1 }, '2'))
  // Confirmed transactions no longer change, so the next response does not read them.
  await ofHour().set({ fee: '5' }).execute()
  expect(await yesterday()).toMatchObject(counted(2, { failed: 1, open: 1 }, '2'))
  await moveTo('FAILED', 'SUBMITTED')
  expect(await yesterday()).toMatchObject(counted(2, { failed: 2 }, '2'))
  await moveTo('CONFIRMED', 'FAILED')
  expect(await yesterday()).toMatchObject(counted(4, {}, '20'))
})

test.each([['0'], ['91'], ['-1'], ['1e1'], ['999']])('error: rejects %s as number of days', async (days) => {
  expect(await call(`?days=${days}`)).toMatchObject({ status: 400, content: { errors: [{ path: 'days' }] } })
})
