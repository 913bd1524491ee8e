import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createKeyMark } from '#service/keys/api-key-format.ts'
import { createOrganization } from '#service/organizations/create-organization.ts'
import { newAddress, RelayHarness } from '#service/testing/relay-harness.ts'
import { readGasBudget, setGasBudget } from './gas-budget.ts'
import type { Relay } from './relay.ts'

let harness: RelayHarness
beforeAll(async () => {
  harness = await RelayHarness.start()
})
afterAll(() => harness.close())
afterEach(() => harness.endTest())

async function newOrganization(): Promise<string> {
  const { db, clock } = harness.ctx
  const name = `Gas ${randomUUID().slice(0, 8)}`
  return (await createOrganization(db, { name, keyMark: createKeyMark(), now: clock.now() })).id
}

const submitFor = (relay: Relay, organizationId: string) =>
  relay.submit({ ...harness.mint(newAddress(), 1n), organizationId })

function read(organizationId: string) {
  const now = harness.ctx.clock.now()
  return readGasBudget(harness.ctx.db, { organizationId, defaultWeiPerDay: undefined, now })
}

async function highestCostOf(id: string): Promise<bigint> {
  const row = (await harness.rows()).find((one) => one.id === id)
  return BigInt(row!.reserved_wei!)
}

describe('gas budget', () => {
  test('behavior: what may be used is reserved at signing, and corrected to what was used at settlement', async () => {
    const pool = harness.losingPool()
    const relay = await harness.fresh({ chain: pool.chain })
    const organizationId = await newOrganization()
    const { id } = await submitFor(relay, organizationId)
    const reserved = await highestCostOf(id)
    expect((await read(organizationId)).spentWei).toBe(reserved)
    pool.keep()
    harness.ctx.clock.advance(3_000)
    await harness.settled(relay, id)
    const [row] = await harness.rows()
    const cost = BigInt(row!.cost_wei!)
    expect(cost).toBeGreaterThan(0n)
    expect(cost).toBeLessThan(reserved)
    expect((await read(organizationId)).spentWei).toBe(cost)
  })

  test('behavior: a dearer replacement reserves more, whatever the budget', async () => {
    const pool = harness.losingPool()
    const relay = await harness.fresh({ chain: pool.chain, settings: { stuckMs: 10_000 } })
    const organizationId = await newOrganization()
    const { id } = await submitFor(relay, organizationId)
    const before = await highestCostOf(id)
    await setGasBudget(harness.ctx.db, { organizationId, weiPerDay: before, now: harness.ctx.clock.now() })
    harness.ctx.clock.advance(11_000)
    await expect.poll(async () => (await harness.attemptsOf(id)).length).toBe(2)
    await expect.poll(() => highestCostOf(id)).toBeGreaterThan(before)
    expect((await read(organizationId)).spentWei).toBe(await highestCostOf(id))
  })

  test('error: beyond the budget is 429 with the time until the next UTC day, and nothing is stored', async () => {
    const relay = await harness.fresh()
    const organizationId = await newOrganization()
    const now = harness.ctx.clock.now()
    await setGasBudget(harness.ctx.db, { organizationId, weiPerDay: 1n, now })
    const error = await submitFor(relay, organizationId).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'GAS_BUDGET_EXHAUSTED', status: 429 })
    const untilMidnight = 86_400 - (Math.floor(now.getTime() / 1_000) % 86_400)
    const { 'retry-after': retryAfter } = (error as { headers: Record<string, string> }).headers
    expect(Math.abs(Number(retryAfter) - untilMidnight)).toBeLessThan(30)
    expect(await harness.rows()).toHaveLength(0)
    expect((await read(organizationId)).spentWei).toBe(0n)
    const [lane] = await harness.ctx.db.selectFrom('relayer_lanes').select('next_nonce').execute()
    expect(lane!.next_nonce).toBe(await harness.minedNonce())
  })

  test('behavior: of many that race for the rest of a budget only as many pass as it pays for; others are not held up', async () => {
    const pool = harness.losingPool()
    const relay = await harness.fresh({ chain: pool.chain })
    const organizationId = await newOrganization()
    const other = await newOrganization()
    const one = await highestCostOf((await submitFor(relay, organizationId)).id)
    await setGasBudget(harness.ctx.db, {
      organizationId,
      weiPerDay: one * 4n + 1n,
      now: harness.ctx.clock.now(),
    })
    const both = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => submitFor(relay, index % 2 === 0 ? organizationId : other)),
    )
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(3 + 10)
    expect((await read(organizationId)).spentWei).toBe(one * 4n)
    expect((await read(other)).spentWei).toBe(one * 10n)
  })

  test("behavior: the deployment's default holds until an organization has its own; a new day begins anew", async () => {
    const relay = await harness.fresh({ settings: { gasBudgetWeiPerDay: 1n } })
    const organizationId = await newOrganization()
    const { db, clock } = harness.ctx
    await expect(submitFor(relay, organizationId)).rejects.toMatchObject({ code: 'GAS_BUDGET_EXHAUSTED' })
    await setGasBudget(db, { organizationId, weiPerDay: null, now: clock.now() })
    await submitFor(relay, organizationId)
    const budget = await read(organizationId)
    expect(budget.budgetWeiPerDay).toBeUndefined()
    expect(budget.spentWei).toBeGreaterThan(0n)
    await setGasBudget(db, { organizationId, weiPerDay: budget.spentWei, now: clock.now() })
    await expect(submitFor(relay, organizationId)).rejects.toMatchObject({ code: 'GAS_BUDGET_EXHAUSTED' })
    clock.advance(86_400_000)
    expect((await read(organizationId)).spentWei).toBe(0n)
    await setGasBudget(db, { organizationId, weiPerDay: 'default', now: clock.now() })
    await expect(submitFor(relay, organizationId)).rejects.toMatchObject({ code: 'GAS_BUDGET_EXHAUSTED' })
  })
})
