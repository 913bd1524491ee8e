import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Authenticator } from '#protocol/testing/authenticator.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { resealSecrets } from '#service/reseal-secrets.ts'
import type { Protected } from '#service/testing/approval-service.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

let one: Protected
const world = await forFile(serviceWorld.pushes())
beforeEach(async () => {
  one = await world.protectedWallet()
  await world.settle()
})

const publicKey = async (): Promise<string> => (await one.approver.get('/push/key')).content.publicKey

describe('subscribing', () => {
  test('behavior: one browser has one subscription, which belongs to the last person to sign in there', async () => {
    const device = await world.subscribed(one.approver)
    await one.approver.post('/push/subscriptions', device.subscription)
    const other = await world.protectedWallet()
    await other.approver.post('/push/subscriptions', device.subscription)
    expect(await world.subscriptionsOf(device)).toBe(1)
    await world.hold(one.wallet)
    await world.quiet()
    expect(world.receivedBy(device)).toEqual([])
    await world.hold(other.wallet)
    await world.messagesTo(device)
  })

  test('behavior: ends with unsubscribing and with signing out', async () => {
    const device = await world.subscribed(one.approver)
    const other = await world.protectedWallet()
    const { endpoint } = device.subscription
    await other.approver.post('/push/unsubscribe', { endpoint })
    expect(await world.subscriptionsOf(device)).toBe(1)
    await one.approver.post('/push/unsubscribe', { endpoint })
    expect(await world.subscriptionsOf(device)).toBe(0)
    const again = await world.subscribed(one.approver)
    await one.approver.post('/sign-out', {})
    expect(await world.subscriptionsOf(again)).toBe(0)
  })

  test('error: rejects NUL in an endpoint like other invalid text', async () => {
    const answer = await one.approver.post('/push/unsubscribe', { endpoint: 'a\u0000' })
    expect(answer).toMatchObject({ status: 400, content: { errors: [{ path: 'endpoint' }] } })
  })

  test('behavior: continues if the same person signs in there again, and ends for another person', async () => {
    const device = await world.subscribed(one.approver)
    const signIn = async (passkey: Authenticator) => {
      const { ceremonyId, options } = (await one.approver.post('/sign-in/begin', {})).content
      const response = passkey.assert(options, { origin: 'http://localhost:4000' })
      const answer = await one.approver.post('/sign-in/finish', { ceremonyId, response })
      expect(answer.content.signedIn).toBe(true)
    }
    await signIn(one.approver.passkey)
    await world.hold(one.wallet)
    await world.messagesTo(device)
    await signIn((await world.protectedWallet()).approver.passkey)
    expect(await world.subscriptionsOf(device)).toBe(0)
  })

  test('behavior: the eleventh device replaces the oldest', async () => {
    const devices = []
    for (let count = 0; count < 11; count += 1) devices.push(await world.subscribed(one.approver))
    expect(await world.subscriptionsOf(devices[0]!)).toBe(0)
    expect(await world.subscriptionsOf(devices[10]!)).toBe(1)
  })

  test('error: rejects an address that may not be called, and invalid keys', async () => {
    const { subscription } = world.push.newDevice()
    const badPoint = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
    for (const [change, path] of [
      [{ endpoint: 'https://169.254.169.254/latest' }, 'endpoint'],
      [{ endpoint: 'https://10.0.0.1/push' }, 'endpoint'],
      [{ endpoint: 'file:///etc/passwd' }, 'endpoint'],
      [{ endpoint: 'https://user:pass@push.example/1' }, 'endpoint'],
      [{ keys: { ...subscription.keys, p256dh: badPoint } }, 'keys.p256dh'],
      [{ keys: { ...subscription.keys, auth: 'short' } }, 'keys.auth'],
    ] as const) {
      const answer = await one.approver.post('/push/subscriptions', { ...subscription, ...change })
      expect(answer.status).toBe(400)
      expect(answer.content.errors).toEqual([{ path, message: expect.any(String) }])
    }
    world.ctx.settings.sandbox = false
    const loopback = await one.approver.post('/push/subscriptions', subscription)
    world.ctx.settings.sandbox = true
    expect(loopback.content.errors).toEqual([{ path: 'endpoint', message: expect.any(String) }])
  })
})

describe("the deployment's key", () => {
  test('behavior: is created once, is a point, and its private half is stored sealed', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, publicKey))
    expect(new Set(keys).size).toBe(1)
    expect(Buffer.from(keys[0] ?? '', 'base64url')).toHaveLength(65)
    const { rows } = await sql<{ private_key_box: string }>`select private_key_box from push_keys`.execute(
      world.ctx.db,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.private_key_box).toMatch(/^[0-9a-f]{16}\./)
  })

  test('behavior: stays the same under another secret of the deployment', async () => {
    const before = await publicKey()
    const [old] = world.ctx.settings.secretKeys
    const next = new Uint8Array(32).fill(7)
    expect(await world.ctx.db.transaction().execute((trx) => resealSecrets(trx, [next, old!]))).toBe(1)
    world.ctx.settings.secretKeys = [next]
    expect(await publicKey()).toBe(before)
    expect(await world.ctx.db.transaction().execute((trx) => resealSecrets(trx, [next]))).toBe(0)
  })
})
