import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { walletRow } from '#service/testing/stored-rows.ts'
import { readGasBudget, setGasBudget } from './gas-budget.ts'
import type { RelaySettings } from './relay-parts.ts'
import type { Relay } from './relay.ts'

const world = await forFile(serviceWorld.relays())
afterEach(() => world.endTest())

async function newOrganization(): Promise<string> {
  const { db, clock } = world.ctx
  const name = `Gas ${randomUUID().slice(0, 8)}`
  return (await createOrganization(db, { name, now: clock.now() })).id
}

const submitFor = (relay: Relay, organizationId: string) =>
  relay.submit({ ...world.mint(newAddress(), 1n), organizationId })

function read(organizationId: string) {
  const now = world.ctx.clock.now()
  return readGasBudget(world.ctx.db, { organizationId, defaultWeiPerDay: undefined, now })
}

async function highestCostOf(id: string): Promise<bigint> {
  const row = (await world.rows()).find((one) => one.id === id)
  return BigInt(row!.reserved_wei!)
}

describe('gas budget', () => {
  test('behavior: the maximum cost is reserved at signing and corrected to the actual cost at settlement', async () => {
    const pool = world.losingPool()
    const relay = await world.fresh({ chain: pool.chain })
    const organizationId = await newOrganization()
    const { id } = await submitFor(relay, organizationId)
    const reserved = await highestCostOf(id)
    expect((await read(organizationId)).spentWei).toBe(reserved)
    pool.keep()
    world.ctx.clock.advance(3_000)
    await world.settled(relay, id)
    const [row] = await world.rows()
    const cost = BigInt(row!.cost_wei!)
    expect(cost).toBeGreaterThan(0n)
    expect(cost).toBeLessThan(reserved)
    expect((await read(organizationId)).spentWei).toBe(cost)
  })

  test('behavior: a more expensive replacement reserves more, whatever the budget', async () => {
    const pool = world.losingPool()
    const relay = await world.fresh({ chain: pool.chain, settings: { stuckMs: 10_000 } })
    const organizationId = await newOrganization()
    const { id } = await submitFor(relay, organizationId)
    const before = await highestCostOf(id)
    await setGasBudget(world.ctx.db, { organizationId, weiPerDay: before, now: world.ctx.clock.now() })
    world.ctx.clock.advance(11_000)
    await expect.poll(async () => (await world.attemptsOf(id)).length).toBe(2)
    await expect.poll(() => highestCostOf(id)).toBeGreaterThan(before)
    expect((await read(organizationId)).spentWei).toBe(await highestCostOf(id))
  })

  test('error: above the budget the response is 429 with the time until the next UTC day, and nothing is stored', async () => {
    const relay = await world.fresh()
    const organizationId = await newOrganization()
    const now = world.ctx.clock.now()
    await setGasBudget(world.ctx.db, { organizationId, weiPerDay: 1n, now })
    const error = await submitFor(relay, organizationId).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'GAS_BUDGET_EXHAUSTED', status: 429 })
    const untilMidnight = 86_400 - (Math.floor(now.getTime() / 1_000) % 86_400)
    const { 'retry-after': retryAfter } = (error as { headers: Record<string, string> }).headers
    expect(Math.abs(Number(retryAfter) - untilMidnight)).toBeLessThan(30)
    expect(await world.rows()).toHaveLength(0)
    expect((await read(organizationId)).spentWei).toBe(0n)
    const [lane] = await world.ctx.db.selectFrom('relayer_lanes').select('next_nonce').execute()
    expect(lane!.next_nonce).toBe(await world.minedNonce())
  })

  test('behavior: concurrent requests pass only up to the remaining budget, and other organizations are not delayed', async () => {
    const pool = world.losingPool()
    const relay = await world.fresh({ chain: pool.chain })
    const organizationId = await newOrganization()
    const other = await newOrganization()
    const one = await highestCostOf((await submitFor(relay, organizationId)).id)
    await setGasBudget(world.ctx.db, {
      organizationId,
      weiPerDay: one * 4n + 1n,
      now: world.ctx.clock.now(),
    })
    const both = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => submitFor(relay, index % 2 === 0 ? organizationId : other)),
    )
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(3 + 10)
    expect((await read(organizationId)).spentWei).toBe(one * 4n)
    expect((await read(other)).spentWei).toBe(one * 10n)
  })

  test("behavior: the deployment's default applies until an organization has its own budget, and a new day starts at zero", async () => {
    const relay = await world.fresh({ settings: { gasBudgetWeiPerDay: 1n } })
    const organizationId = await newOrganization()
    const { db, clock } = world.ctx
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

describe('gas of one wallet, one user and one call', () => {
  const LIMITS = { gasPerCallMax: 3_000_000n, walletGasPerDay: undefined, userGasPerDay: undefined }

  /** Pays an account instead of a wallet. It costs 21,000 gas and reserves as much as any wallet call. */
  const payFor = (relay: Relay, organizationId: string, wallet: Address) =>
    relay.submit({ purpose: 'transaction', to: wallet, data: '0x', organizationId })

  async function walletOf(organizationId: string, externalUserId: string): Promise<Address> {
    const address = newAddress()
    const row = walletRow({
      organization_id: organizationId,
      address,
      external_user_id: externalUserId,
      created_at: world.ctx.clock.now(),
    })
    await world.ctx.db.insertInto('wallets').values(row).execute()
    return address
  }

  /**
   * Two relays on one database and a pool that loses everything: one without limits, and one with the limits
   * of `limitsOf`.
   */
  async function relays(limitsOf: (reserved: bigint) => Partial<RelaySettings['gasLimits']>) {
    const pool = world.losingPool()
    const free = await world.fresh({ chain: pool.chain })
    const organizationId = await newOrganization()
    await payFor(free, organizationId, newAddress())
    const reserved = BigInt((await world.rows())[0]!.gas_limit)
    const gasLimits = { ...LIMITS, ...limitsOf(reserved) }
    return {
      pool,
      organizationId,
      relay: await world.another({ chain: pool.chain, settings: { gasLimits } }),
    }
  }

  test('behavior: calls of a wallet pass only up to its limit; others are not delayed, and after settlement only the used gas counts', async () => {
    const { pool, organizationId, relay } = await relays((one) => ({ walletGasPerDay: one * 3n + 1n }))
    const [one, other] = [await walletOf(organizationId, ''), await walletOf(organizationId, '')]
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () => payFor(relay, organizationId, one)),
    )
    const refused = tries.flatMap((tried) => (tried.status === 'rejected' ? [tried.reason] : []))
    expect(refused).toHaveLength(7)
    expect(refused[0]).toMatchObject({ code: 'GAS_BUDGET_EXHAUSTED', status: 429 })
    expect(refused[0]).toHaveProperty('publicMessage', expect.stringContaining('gas budget of the wallet'))
    await payFor(relay, organizationId, other)
    pool.keep()
    world.ctx.clock.advance(3_000)
    for (const { id } of await world.rows()) await world.settled(relay, id)
    const used = (await world.rows()).filter(({ to_address: to }) => to === one)
    expect(used.map(({ gas_used: gas }) => gas)).toEqual(['21000', '21000', '21000'])
    await payFor(relay, organizationId, one)
  })

  test('behavior: all wallets of a user share one limit with each other and with no other user', async () => {
    const { organizationId, relay } = await relays((one) => ({ userGasPerDay: one * 2n + 1n }))
    const other = await newOrganization()
    const ada = [await walletOf(organizationId, 'ada'), await walletOf(organizationId, 'ada')] as const
    for (const wallet of ada) await payFor(relay, organizationId, wallet)
    const error = await payFor(relay, organizationId, ada[0]).catch((caught: unknown) => caught)
    expect(error).toHaveProperty('publicMessage', expect.stringContaining('gas budget of the user'))
    await payFor(relay, organizationId, await walletOf(organizationId, 'bob'))
    await payFor(relay, other, await walletOf(other, 'ada'))
    const nobodys = await walletOf(organizationId, '')
    for (let count = 0; count < 3; count += 1) await payFor(relay, organizationId, nobodys)
  })

  test('error: a call that needs more gas than allowed per call is rejected with a message, and nothing is paid', async () => {
    const relay = await world.fresh({ settings: { gasLimits: { ...LIMITS, gasPerCallMax: 30_000n } } })
    const organizationId = await newOrganization()
    const call = { ...world.mint(newAddress(), 1n), organizationId }
    const error = await relay.submit({ ...call, purpose: 'transaction' }).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'TRANSACTION_REVERTS', status: 400 })
    expect(error).toHaveProperty(
      'publicMessage',
      expect.stringContaining('more gas than the 30000 that one call may use'),
    )
    expect(await world.rows()).toHaveLength(0)
    await relay.submit(call)
  })
})
