import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checksumAddress } from '#protocol/display/address.ts'
import { overviewSchema } from '#protocol/overview.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { utcDay } from '#service/relayer/gas-budget.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { insertTransaction } from '#service/testing/stored-rows.ts'
import type { TestOrganization } from '#service/testing/test-service.ts'
import { allowByDefault } from '#service/tokens/allowed-tokens.ts'
import { lastDays } from './last-days.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const world = await forFile(serviceWorld.approvals())
const { db, clock } = world.ctx
const coin = world.chain.tokens.erc20
const ago = (ms: number) => new Date(clock.now().getTime() - ms)
let names = 0

function newOrganization(): Promise<TestOrganization> {
  names += 1
  return world.addOrganization(`Organization ${names}`, `overview-${names}.example`)
}

async function overview({ key }: TestOrganization) {
  const { status, content, text } = await world.call('GET', '/v1/org/overview', { key })
  expect(status, text).toBe(200)
  expect(overviewSchema.parse(content)).toEqual(content)
  return overviewSchema.parse(content)
}

const NOTHING = {
  wallets: { count: 0, createdInMonth: 0, unprotected: 0 },
  transactions: { day: { count: 0, before: 0 }, month: { count: 0, before: 0 } },
  failed: { day: { count: 0, before: 0 } },
  pending: { count: 0, oldestDatetime: null },
  sent: [],
  gas: { spentWei: '0', beforeWei: '0' },
  webhooks: { working: 0, failing: 0, stopped: 0 },
}

const NO_OUTCOMES = { confirmed: 0, failed: 0, declined: 0, expired: 0, open: 0 }

test('behavior: an organization without data has zeros, whatever another one has', async () => {
  const empty = await newOrganization()
  await world.createWallet({ externalUserId: 'somebody', coins: 10n })
  await insertTransaction(db, { organization_id: world.demo.id, created_at: ago(HOUR_MS), state: 'FAILED' })
  const { days = [], ...numbers } = await overview(empty)
  expect(numbers).toMatchObject(NOTHING)
  const today = utcDay(clock.now())
  expect([days.length, days.at(-1)]).toEqual([30, { day: today, transactions: NO_OUTCOMES, sent: [] }])
  expect((await overview(world.demo)).failed.day.count).toBe(1)
})

test('behavior: counts the transactions of the last 24 hours and 30 days, and of the periods before', async () => {
  const one = await newOrganization()
  const at = (ms: number, state?: 'FAILED') =>
    insertTransaction(db, { organization_id: one.id, created_at: ago(ms), ...(state && { state }) })
  const [within, beyond] = [(days: number) => days * DAY_MS - MINUTE_MS, (days: number) => days * DAY_MS + 1]
  for (const ms of [0, HOUR_MS, within(1)]) await at(ms)
  for (const ms of [beyond(1), within(2)]) await at(ms, 'FAILED')
  await at(HOUR_MS, 'FAILED')
  for (const ms of [beyond(2), within(30)]) await at(ms)
  for (const ms of [beyond(30), 45 * DAY_MS, within(60)]) await at(ms)
  for (const ms of [beyond(60), 61 * DAY_MS]) await at(ms)
  const expected = {
    transactions: { day: { count: 4, before: 2 }, month: { count: 8, before: 3 } },
    failed: { day: { count: 1, before: 2 } },
  }
  expect(await overview(one)).toMatchObject(expected)
  // The second time, the finished days come from the stored counts.
  expect(await overview(one)).toMatchObject(expected)
})

test('behavior: each of the last 30 days has the outcomes of its transactions, oldest first', async () => {
  const one = await newOrganization()
  const at = (days: number, state: 'CONFIRMED' | 'FAILED' | 'REJECTED') =>
    insertTransaction(db, { organization_id: one.id, created_at: ago(days * DAY_MS), state })
  await at(0, 'CONFIRMED')
  await at(0, 'FAILED')
  await at(29, 'REJECTED')
  await at(30, 'CONFIRMED')
  // The second time, the finished days come from the stored counts.
  for (let time = 0; time < 2; time += 1) {
    const { days = [] } = await overview(one)
    expect(days.map(({ day }) => day)).toEqual(lastDays(clock.now(), 30))
    expect(days.at(-1)?.transactions).toEqual({ ...NO_OUTCOMES, confirmed: 1, failed: 1 })
    expect(days[0]?.transactions).toEqual({ ...NO_OUTCOMES, declined: 1 })
    const counted = days.flatMap(({ transactions }) => Object.values(transactions))
    expect(counted.reduce((all, count) => all + count, 0)).toBe(3)
  }
})

test('behavior: sums sent amounts by token, counts each chain transaction once, and includes only allowed tokens', async () => {
  const one = await newOrganization()
  const wallet = await world.createWallet({ organization: one, coins: 1_000n })
  const sent = async () => (await overview(one)).sent
  const sentToday = async () => (await overview(one)).days?.at(-1)?.sent
  const send = async (amount: bigint, fields: object = {}) => {
    const body = world.signed(wallet, { ...world.transfer(newAddress(), amount), ...fields })
    const answer = await world.execute(body, one)
    expect(answer.status, answer.text).toBe(200)
  }
  await send(5n)
  await send(7n)
  await send(9n, world.transfer(wallet.address, 9n))
  await expect
    .poll(async () => (await db.selectFrom('holding_events').select('amount').execute()).length)
    .toBeGreaterThanOrEqual(4)
  expect([await sent(), await sentToday()]).toEqual([[], []])
  const words = { name: 'Demo', symbol: 'DEMO', decimals: 6, logoUrl: '', now: clock.now() }
  await allowByDefault(db, { address: coin, standard: 'erc20', ...words })
  const listed = { tokenAddress: coin, symbol: 'DEMO', decimals: 6 }
  await expect.poll(sent).toEqual([{ ...listed, amount: '12' }])
  expect(await sentToday()).toEqual([{ tokenAddress: coin, amount: '12' }])

  // Two transfers of the token in one chain transaction, and one of another token.
  const place = { wallet_address: wallet.address.toLowerCase(), transaction_hash: `0x${'ab'.repeat(32)}` }
  const from = { from_address: place.wallet_address, to_address: newAddress(), mined_at: ago(0) }
  for (const [item, token, amount] of [
    [0, coin.toLowerCase(), 2n ** 255n],
    [1, coin.toLowerCase(), 100n],
    [2, newAddress(), 1n],
  ] as const)
    await sql`insert into holding_events (chain_id, block_number, log_index, item_index, kind, standard, wallet_address,
        transaction_hash, token_address, amount, from_address, to_address, mined_at)
      values (${world.ctx.chain.id}, 1, 1, ${item}, 'transfer', 'erc20', ${place.wallet_address},
        ${place.transaction_hash}, ${token}, ${amount.toString()}::numeric, ${from.from_address}, ${from.to_address},
        ${from.mined_at})`.execute(db)
  const hour = Date.parse(`${utcDay(ago(DAY_MS))}T06:00:00Z`)
  const days3 = ago(3 * DAY_MS).getTime()
  for (const times of [
    [days3, days3 - 1],
    [hour, hour - 1],
  ]) {
    const two = await newOrganization()
    for (const time of times)
      await sql`update transactions set wallet_address = ${place.wallet_address},
          transaction_hash = ${place.transaction_hash}, block_number = 1
        where id = ${await insertTransaction(db, { organization_id: two.id, created_at: new Date(time) })}`.execute(
        db,
      )
    const all = [{ ...listed, amount: (2n ** 255n + 100n).toString() }]
    // The second time, the day comes from the stored counts.
    for (let time = 0; time < 2; time += 1) expect((await overview(two)).sent).toEqual(all)
  }
})

test('behavior: an end-user’s wallet is unprotected until they enrol, and the list has exactly the unprotected ones', async () => {
  const before = (await overview(world.demo)).wallets
  const { wallet: held } = await world.protectedWallet({ externalUserId: 'enrolled' })
  const open = await world.createWallet({ externalUserId: 'invited' })
  const own = await world.createWallet({})
  const { wallets } = await overview(world.demo)
  expect(wallets).toEqual({
    count: before.count + 3,
    createdInMonth: before.createdInMonth + 3,
    unprotected: before.unprotected + 1,
  })
  const listed = async (query: string) => {
    const { content } = await world.call('GET', `/v1/baas/wallets?limit=200&${query}`)
    return content.map(({ address }: { address: string }) => address)
  }
  const [missing, enrolled] = [await listed('approver=missing'), await listed('approver=enrolled')]
  expect(missing).toHaveLength(wallets.unprotected)
  expect(missing).toContain(checksumAddress(open.address))
  expect(enrolled).toContain(checksumAddress(held.address))
  for (const listedOnce of [missing, enrolled]) expect(listedOnce).not.toContain(checksumAddress(own.address))
  expect(missing.filter((address: string) => enrolled.includes(address))).toEqual([])
})

test('behavior: counts pending approvals and the oldest of them, and none after its deadline', async () => {
  const { wallet } = await world.protectedWallet()
  const uuids = [await world.hold(wallet), await world.hold(wallet)]
  const { pending } = await overview(world.demo)
  const oldest = await db
    .selectFrom('held_transactions')
    .select('held_at')
    .where('transaction_id', '=', uuids[0] ?? '')
    .executeTakeFirst()
  expect(pending).toEqual({ count: 2, oldestDatetime: oldest?.held_at.toISOString() })
  for (const uuid of uuids) await world.setDeadline(uuid)
  expect((await overview(world.demo)).pending).toEqual({ count: 0, oldestDatetime: null })
})

/** Counts transactions that the relayer has not settled, and approval wallets that it has not sent yet. */
async function countUnsettled(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from relayed_transactions where status = 'signed')
      + (select count(*) from approval_wallets where relayed_id is null))::integer as count`.execute(db)
  return rows[0]?.count ?? 0
}

test('behavior: gas covers 30 days and the 30 before; the relayer’s remaining days follow the spending of all organizations', async () => {
  const one = await newOrganization()
  const other = await newOrganization()
  const spend = (organization: TestOrganization, day: number, wei: bigint) =>
    db
      .insertInto('gas_spending')
      .values({
        organization_id: organization.id,
        day: utcDay(ago(day * DAY_MS)),
        spent_wei: wei.toString(),
      })
      .execute()
  // Deployments of approval wallets for the tests above are settled later, and count as spending then.
  await expect.poll(countUnsettled, { timeout: 60_000 }).toBe(0)
  await db.deleteFrom('gas_spending').execute()
  const { relayer: unspent } = await overview(one)
  expect(unspent).toMatchObject({ daysLeft: null, state: 'enough' })
  await spend(one, 29, 5n)
  await spend(one, 30, 70n)
  await spend(one, 59, 100n)
  await spend(one, 60, 1_000n)
  // Slightly less than a tenth, because the relayer's balance may be read again after earlier transactions.
  const tenth = (BigInt(unspent?.balanceWei ?? 0) * 99n) / 1_000n
  await spend(one, 1, tenth)
  await spend(other, 0, tenth)
  const { gas, relayer } = await overview(one)
  expect(gas).toEqual({ spentWei: (tenth + 5n).toString(), beforeWei: '170' })
  // Two tenths in two days is one per day.
  expect(relayer).toEqual({ balanceWei: expect.any(String), state: 'enough', daysLeft: 10 })
})

test('behavior: counts failing webhook endpoints and those disabled for failures separately', async () => {
  const one = await newOrganization()
  const ids: string[] = []
  for (const name of ['works', 'fails', 'stopped', 'paused']) {
    const body = { url: `https://hooks.invalid/${name}` }
    ids.push((await world.call('POST', '/v1/org/webhooks', { key: one.key, body })).content.id)
  }
  const [, failing = '', stopped = '', paused = ''] = ids
  await sql`update webhook_endpoints set failing_since = now() where id = ${failing}`.execute(db)
  for (const [id, reason] of [
    [stopped, 'failing'],
    [paused, 'manual'],
  ])
    await sql`update webhook_endpoints set enabled = false, disabled_reason = ${reason}, disabled_at = now()
      where id = ${id}`.execute(db)
  expect((await overview(one)).webhooks).toEqual({ working: 1, failing: 1, stopped: 1 })
})
