import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { SecretBoxError } from '#server-kit/secrets/secret-box.ts'
import { blockSchema } from '#service/chain/rpc-schemas.ts'
import { resealSecrets } from '#service/reseal-secrets.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { openSandboxClock, requireTrueClock } from './sandbox-clock.ts'
import { playScript } from './script.ts'

const world = await forFile(serviceWorld.sandbox())

const control = (method: string, path: string, body?: unknown) =>
  world.call(method, `/sandbox${path}`, body, true)

async function script(behaviour: string, delaySeconds = 0, receiverDown = false) {
  expect((await control('PUT', '/script', { behaviour, delaySeconds, receiverDown })).status).toBe(200)
}
async function statusOf(uuid: string): Promise<string> {
  return (await world.call('GET', `/v1/baas/transactions/${uuid}`)).body.content.status
}
async function pay(customerId: string): Promise<string> {
  const answer = await control('POST', `/customers/${customerId}/payments`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.content.transactionUuid
}

describe('sandbox controls', () => {
  test.each([
    ['GET', '/state'],
    ['PUT', '/script'],
    ['POST', '/customers'],
    ['POST', '/customers/2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa/payments'],
    ['POST', '/receiver'],
    ['POST', '/clock'],
  ])('error: %s %s requires a key', async (method, path) => {
    expect((await world.call(method, `/sandbox${path}`, method === 'GET' ? undefined : {})).status).toBe(401)
  })

  test('error: another organization’s end-user → 404', async () => {
    const answer = await control('POST', '/customers/2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa/payments')
    expect(answer.status).toBe(404)
  })

  test.each([[0], [-5], [1.5], [366 * 86_400 + 1], ['1']])(
    'param: the time cannot be moved forward by %j seconds',
    async (seconds) => {
      const answer = await control('POST', '/clock', { seconds })
      expect(answer.body.content.errors[0].path).toBe('seconds')
    },
  )
})

describe('scripted end-user', () => {
  let customerId: string
  let walletAddress: string
  beforeAll(async () => {
    const answer = await control('POST', '/customers')
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    customerId = answer.body.content.id
    walletAddress = answer.body.content.walletAddress
  })
  beforeEach(() => script('approve'))

  test('behavior: is an ordinary end-user with a wallet and coins', async () => {
    const wallets = await world.call('GET', '/v1/baas/wallets')
    expect(wallets.body.content.map((wallet: { address: string }) => wallet.address)).toContain(walletAddress)
    const state = await control('GET', '/state')
    expect(state.body.content.customers).toMatchObject([{ id: customerId, walletAddress }])
  })

  test('behavior: stores their private keys sealed', async () => {
    const row = await world.ctx.db
      .selectFrom('sandbox_customers')
      .select('keys_box')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow()
    // The searched text includes the quotation mark, which never occurs in base64. Without the mark, its letters
    // could occur by chance.
    expect(row.keys_box).not.toContain('"jwk')
  })

  test('behavior: signs and approves under another secret of the deployment', async () => {
    const { db, settings } = world.ctx
    const next = new Uint8Array(32).fill(9)
    const reseal = (keys: readonly Uint8Array[]) =>
      db.transaction().execute((trx) => resealSecrets(trx, keys))
    await expect(reseal([next])).rejects.toThrow(SecretBoxError)
    expect(await reseal([next, ...settings.secretKeys])).toBe(1)
    expect(await reseal([next])).toBe(0)
    // Other secrets of this stack are still sealed with the previous key.
    settings.secretKeys = [next, ...settings.secretKeys]
    const uuid = await pay(customerId)
    await expect.poll(() => statusOf(uuid), { timeout: 120_000 }).toBe('CONFIRMED')
  })

  test('behavior: two payments in the same second are two transactions', async () => {
    await script('decline', 600)
    const uuids = await Promise.all(Array.from({ length: 20 }, () => pay(customerId)))
    expect(new Set(uuids).size).toBe(20)
  })

  test('behavior: approves with their own passkey, and it is confirmed', async () => {
    const uuid = await pay(customerId)
    await expect.poll(() => statusOf(uuid), { timeout: 120_000 }).toBe('CONFIRMED')
  })

  test('behavior: declines', async () => {
    await script('decline')
    const uuid = await pay(customerId)
    await expect.poll(() => statusOf(uuid), { timeout: 120_000 }).toBe('REJECTED')
  })

  test('behavior: approves a transaction that fails when it is sent', async () => {
    await script('fail')
    const uuid = await pay(customerId)
    await expect.poll(() => statusOf(uuid), { timeout: 120_000 }).toBe('FAILED')
  })

  test('behavior: the plan is fixed when the payment is made; time decides the rest', async () => {
    await script('expire')
    const expiring = await pay(customerId)
    await script('approve', 600)
    const later = await pay(customerId)
    await playScript(world.ctx)
    expect([await statusOf(expiring), await statusOf(later)]).toEqual([
      'PENDING_USER_APPROVAL',
      'PENDING_USER_APPROVAL',
    ])
    const moved = await control('POST', '/clock', { seconds: 601 })
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
    await expect.poll(() => statusOf(later), { timeout: 120_000 }).toBe('CONFIRMED')
    expect(await statusOf(expiring)).toBe('PENDING_USER_APPROVAL')
    await control('POST', '/clock', { seconds: 900 })
    await expect.poll(() => statusOf(expiring), { timeout: 120_000 }).toBe('EXPIRED')
  })

  test('behavior: another person’s held transaction gets no plan', async () => {
    const plans = await world.ctx.db.selectFrom('sandbox_plans').select('customer_id').execute()
    expect(new Set(plans.map((plan) => plan.customer_id))).toEqual(new Set([customerId]))
  })
})

describe('sandbox clock', () => {
  test('behavior: service, database and chain move together, and a key expires', async () => {
    const before = await control('GET', '/state')
    const soon = new Date(Date.parse(before.body.content.clock.nowDatetime) + 3_600_000).toISOString()
    const issued = await world.call('POST', '/v1/org/keys', {
      label: 'Short',
      scopes: ['wallet:read'],
      expiresAtDatetime: soon,
    })
    expect(issued.status, JSON.stringify(issued.body)).toBe(200)
    const moved = await control('POST', '/clock', { seconds: 7_200 })
    const { aheadSeconds, nowDatetime } = moved.body.content
    expect(aheadSeconds).toBe(before.body.content.clock.aheadSeconds + 7_200)
    expect(Date.parse(nowDatetime)).toBeGreaterThan(Date.parse(soon))
    const block = await world.ctx.chain.rpc.request(blockSchema, 'eth_getBlockByNumber', ['latest', false])
    expect(Number(block.timestamp) * 1_000).toBeGreaterThan(Date.parse(soon))
    const headers = { 'x-api-key': issued.body.content.key ?? issued.body.content.secret }
    const refused = await world.service.fetch(
      new Request('http://localhost:4000/v1/baas/wallets', { headers }),
    )
    expect(refused.status).toBe(401)
  })

  test('behavior: a restarted sandbox keeps its time, and cannot become a real service', async () => {
    const { aheadSeconds } = (await control('POST', '/clock', { seconds: 60 })).body.content
    expect((await openSandboxClock(world.ctx.db)).aheadSeconds()).toBe(aheadSeconds)
    await expect(requireTrueClock(world.ctx.db)).rejects.toThrow(/was a sandbox/)
  })
})

describe('sandbox receiver', () => {
  test('behavior: is registered once and responds as scripted', async () => {
    const first = await control('POST', '/receiver')
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect((await control('POST', '/receiver')).body).toEqual(first.body)
    const call = () => world.call('POST', `/sandbox/receiver/${world.seeded.organizationId}`, {})
    expect((await call()).status).toBe(204)
    await script('approve', 0, true)
    expect((await call()).status).toBe(503)
  })

  test('error: an unknown organization’s receiver → 404', async () => {
    expect((await world.call('POST', '/sandbox/receiver/nothing', {})).status).toBe(404)
  })
})
