import { createPublicKey, verify } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { readPushMessage } from '#protocol/push-message.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { notify } from '#service/db/notifications.ts'
import type { Protected } from '#service/testing/approval-service.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

let one: Protected
const world = await forFile(serviceWorld.pushes())
beforeEach(async () => {
  one = await world.protectedWallet()
  await world.settle()
})

type Device = Awaited<ReturnType<typeof world.subscribed>>
/** Returns the topic of each message. A message whose response came too late is sent again with the same topic. */
const messagesOf = (device: Device) =>
  new Set(world.receivedBy(device).map(({ headers }) => headers['topic']))

describe('the push message about a pending transaction or message', () => {
  test('behavior: is encrypted only for the device and contains only which transaction is pending', async () => {
    const device = await world.subscribed(one.approver)
    const uuid = await world.hold(one.wallet)
    const [message] = await world.messagesTo(device)
    const text = device.decrypt(message!.body)
    expect(JSON.parse(text)).toEqual({ transactionUuid: uuid })
    expect(readPushMessage(text)).toEqual({ transactionUuid: uuid })
    expect(message!.body.includes(uuid)).toBe(false)
    expect(() => world.push.newDevice().decrypt(message!.body)).toThrow()
    await expect.poll(async () => (await world.read(uuid)).approval.notifiedAtDatetime).toBeDefined()
  })

  test('behavior: for a message that is signed, contains only which message is pending', async () => {
    const device = await world.subscribed(one.approver)
    const { messageUuid } = await world.holdMessage(one.wallet)
    const [message] = await world.messagesTo(device)
    expect(readPushMessage(device.decrypt(message!.body))).toEqual({ messageUuid })
    const { ttl, topic } = message!.headers
    expect(Number(ttl)).toBeGreaterThan(880)
    expect(topic).toBe(messageUuid.replaceAll('-', ''))
  })

  test('behavior: lives as long as the transaction is pending, and a reminder replaces an undelivered one', async () => {
    const device = await world.subscribed(one.approver)
    const uuid = await world.hold(one.wallet)
    const [first] = await world.messagesTo(device)
    const { ttl, urgency, topic } = first!.headers
    const { secondsLeft, heldAtDatetime, expiresAtDatetime } = (
      await one.approver.get(`/transactions/${uuid}`)
    ).content
    expect(Number(ttl)).toBeGreaterThanOrEqual(secondsLeft)
    expect(Number(ttl)).toBeLessThanOrEqual(
      Math.ceil((Date.parse(expiresAtDatetime) - Date.parse(heldAtDatetime)) / 1_000),
    )
    expect([urgency, topic]).toEqual(['high', uuid.replaceAll('-', '')])
    await sql`update approver_mails set created_at = created_at - interval '61 seconds'`.execute(world.ctx.db)
    expect((await world.call('POST', `/v1/org/transactions/${uuid}/notify`)).status).toBe(200)
    const [, second] = await world.messagesTo(device, 2)
    expect(second!.headers['topic']).toBe(topic)
  })

  test('behavior: is signed by the deployment for this push service, with the key that browsers get (RFC 8292)', async () => {
    const device = await world.subscribed(one.approver)
    await world.hold(one.wallet)
    const [message] = await world.messagesTo(device)
    const [, token = '', key] =
      /^vapid t=([^,]+), k=(.+)$/.exec(message!.headers['authorization'] ?? '') ?? []
    expect(key).toBe((await one.approver.get('/push/key')).content.publicKey)
    const [head = '', claims = '', signature = ''] = token.split('.')
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: world.push.origin,
    })
    const point = Buffer.from(key ?? '', 'base64url')
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    const verifier = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
    const signed = Buffer.from(`${head}.${claims}`)
    expect(verify('sha256', signed, verifier, Buffer.from(signature, 'base64url'))).toBe(true)
  })

  test('behavior: goes to each device of the person and to nobody else', async () => {
    const other = await world.protectedWallet()
    const [phone, laptop] = [await world.subscribed(one.approver), await world.subscribed(one.approver)]
    const stranger = await world.subscribed(other.approver)
    await world.hold(one.wallet)
    await world.messagesTo(phone)
    await world.messagesTo(laptop)
    await world.quiet()
    expect(world.receivedBy(stranger)).toEqual([])
  })

  test('behavior: is not sent after the decision', async () => {
    const device = await world.subscribed(one.approver)
    world.push.answer = (_message, response) => void response.writeHead(503).end()
    const uuid = await world.hold(one.wallet)
    await world.messagesTo(device)
    await expect.poll(() => world.retryIn(3_600)).toBe(1)
    await one.approver.decide(uuid, 'reject')
    await sql`update approver_pushes set due_at = now() where given_up_at is null`.execute(world.ctx.db)
    await world.quiet()
    expect(world.receivedBy(device)).toHaveLength(1)
  })

  test('behavior: a hundred at once send no more messages than mails (threat 46)', async () => {
    const device = await world.subscribed(one.approver)
    await Promise.all(Array.from({ length: 100 }, () => world.hold(one.wallet)))
    await world.quiet()
    expect(messagesOf(device).size).toBe(5)
  })

  test('behavior: a device gets at most twenty per hour', async () => {
    const device = await world.subscribed(one.approver)
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 5 }, () => world.hold(one.wallet)))
      await sql`update approver_mails set created_at = created_at - interval '11 minutes'`.execute(
        world.ctx.db,
      )
    }
    await world.quiet()
    expect(messagesOf(device).size).toBe(20)
  })

  test('behavior: a muted wallet sends none, until the person ends the mute', async () => {
    const device = await world.subscribed(one.approver)
    const uuid = await world.hold(one.wallet)
    await world.messagesTo(device)
    await one.approver.decide(uuid, 'report')
    const [mute] = (await one.approver.get('/mutes')).content
    expect(mute.walletAddress).toBe(one.wallet.address)
    const secondsLeft = (Date.parse(mute.untilDatetime) - Date.now()) / 1_000
    expect(secondsLeft).toBeGreaterThan(25 * 60)
    expect(secondsLeft).toBeLessThan(35 * 60)
    await world.hold(one.wallet)
    await world.quiet()
    expect(world.receivedBy(device)).toHaveLength(1)
    const ended = await one.approver.post('/mutes/end', { walletAddress: one.wallet.address })
    expect(ended.content).toEqual({ success: true })
    expect((await one.approver.get('/mutes')).content).toEqual([])
    await world.hold(one.wallet)
    await world.messagesTo(device, 2)
  })

  test("error: nobody ends another person's mute, and the response does not reveal it", async () => {
    const other = await world.protectedWallet()
    await one.approver.decide(await world.hold(one.wallet), 'report')
    const answer = await other.approver.post('/mutes/end', { walletAddress: one.wallet.address })
    expect(answer.content).toEqual({ success: true })
    expect((await one.approver.get('/mutes')).content).toHaveLength(1)
  })
})

describe('a push service that rejects it', () => {
  test('behavior: temporarily: it is retried and delivered', async () => {
    const device = await world.subscribed(one.approver)
    world.push.answer = (_message, response) =>
      void response.writeHead(world.receivedBy(device).length < 3 ? 503 : 201).end()
    const uuid = await world.hold(one.wallet)
    await world.messagesTo(device)
    const hurry = async () => {
      await world.retryIn(0)
      await notify(world.ctx.db, 'approver-mails', '')
      return world.receivedBy(device).length
    }
    await expect.poll(hurry).toBe(3)
    const messages = world.receivedBy(device)
    expect(messages.map(({ body }) => JSON.parse(device.decrypt(body)).transactionUuid)).toEqual([
      uuid,
      uuid,
      uuid,
    ])
    await world.quiet()
    expect(await world.subscriptionsOf(device)).toBe(1)
  })

  test.each([404, 410])('behavior: with %i: the device is forgotten', async (status) => {
    const device = await world.subscribed(one.approver)
    world.push.answer = (_message, response) => void response.writeHead(status).end()
    await world.hold(one.wallet)
    await expect.poll(() => world.subscriptionsOf(device)).toBe(0)
    expect(world.receivedBy(device)).toHaveLength(1)
  })

  test('behavior: five times in a row permanently: the device is forgotten, and mail is still sent', async () => {
    const device = await world.subscribed(one.approver)
    world.push.answer = (_message, response) => void response.writeHead(400).end()
    for (let count = 1; count <= 5; count += 1) {
      await world.hold(one.wallet)
      await world.messagesTo(device, count)
    }
    await expect.poll(() => world.subscriptionsOf(device)).toBe(0)
    const mails = () =>
      world.ctx.mails.filter(({ to, text }) => to === one.wallet.email && text.includes('#transaction='))
    await expect.poll(() => mails().length).toBe(5)
  })

  test('behavior: a redirect is not followed', async () => {
    const device = await world.subscribed(one.approver)
    const inside = world.push.newDevice()
    world.push.answer = (_message, response) =>
      void response.writeHead(307, { location: inside.subscription.endpoint }).end()
    await world.hold(one.wallet)
    await world.messagesTo(device)
    await world.quiet()
    expect(world.receivedBy(inside)).toEqual([])
  })

  test('behavior: no log line contains its address, which is the device’s secret', async () => {
    const device = await world.subscribed(one.approver)
    world.push.answer = (_message, response) => void response.writeHead(500).end()
    await world.hold(one.wallet)
    await world.messagesTo(device)
    await expect
      .poll(() => world.ctx.logLines.some((line) => line.includes('push message was not accepted')))
      .toBe(true)
    const path = new URL(device.subscription.endpoint).pathname.slice('/push/'.length)
    expect(world.ctx.logLines.some((line) => line.includes(path))).toBe(false)
  })
})
