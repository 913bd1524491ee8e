import { createHmac } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { checksumAddress } from '#protocol/display/address.ts'
import { eventBodySchema } from '#protocol/events.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { ReceivedWebhook } from '#service/testing/webhook-receiver.ts'
import { emitEvent } from './emit-event.ts'

const HOUR_MS = 3_600_000

const world = await forFile(serviceWorld.webhooks())
afterEach(() => world.endTest())

/** One delivered webhook with the secret of its endpoint. */
async function deliverOne(): Promise<{ webhook: ReceivedWebhook; secret: string }> {
  const { id, secret } = await world.register('/hook')
  await world.deliver()
  await world.emit()
  await world.settled(id)
  return { webhook: world.receiver.received[0]!, secret }
}

test('behavior: the published library for receivers verifies it, and its body matches the event', async () => {
  const { webhook, secret } = await deliverOne()
  new StandardWebhook(secret).verify(webhook.body, webhook.headers)
  expect(eventBodySchema.parse(JSON.parse(webhook.body))).toMatchObject({
    type: 'wallet.created',
    data: { walletAddress: checksumAddress(`0x${'ab'.repeat(20)}`), externalUserId: 'user-1' },
  })
  expect(webhook.headers['content-type']).toBe('application/json')
  // Azure Logic Apps and PHP cannot read a chunked body (polymind-inc/acmebot 1201).
  expect(webhook.headers['content-length']).toBe(String(Buffer.byteLength(webhook.body)))
  // Vercel passes on the parsed body, and receivers serialize it again (devswha/patina 701).
  expect(JSON.stringify(JSON.parse(webhook.body))).toBe(webhook.body)
  expect(webhook.id).toMatch(/^evt_[0-9a-f]{32}$/)
  expect(Object.keys(JSON.parse(webhook.body))).toEqual(['type', 'timestamp', 'data'])
})

const flipped = (text: string, at: number) =>
  text.slice(0, at) + (text[at] === 'a' ? 'b' : 'a') + text.slice(at + 1)
const minutesFromNow = (minutes: number) => String(Math.floor(Date.now() / 1_000) + 60 * minutes)
test.each<[string, (webhook: ReceivedWebhook, secret: string) => Partial<ReceivedWebhook>]>([
  ['a changed body', (w) => ({ body: w.body.replace('user-1', 'user-2') })],
  ['a byte more', (w) => ({ body: `${w.body} ` })],
  ['a byte less', (w) => ({ body: w.body.slice(0, -1) })],
  ['an empty body', () => ({ body: '' })],
  ['another id', (w) => ({ headers: { ...w.headers, 'webhook-id': flipped(w.id, 10) } })],
  ['no id', (w) => ({ headers: { ...w.headers, 'webhook-id': '' } })],
  ['a later time', (w) => ({ headers: { ...w.headers, 'webhook-timestamp': minutesFromNow(1) } })],
  [
    'a replay after five minutes',
    (w) => ({ headers: { ...w.headers, 'webhook-timestamp': minutesFromNow(-6) } }),
  ],
  ['a time that is none', (w) => ({ headers: { ...w.headers, 'webhook-timestamp': 'now' } })],
  [
    'a changed signature',
    (w) => ({
      headers: { ...w.headers, 'webhook-signature': flipped(w.headers['webhook-signature']!, 8) },
    }),
  ],
  ['no signature', (w) => ({ headers: { ...w.headers, 'webhook-signature': '' } })],
  [
    'another version',
    (w) => ({
      headers: { ...w.headers, 'webhook-signature': w.headers['webhook-signature']!.replace('v1,', 'v2,') },
    }),
  ],
  [
    'a signature of the body alone',
    (w, secret) => ({
      headers: {
        ...w.headers,
        'webhook-signature': `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
          .update(w.body)
          .digest('base64')}`,
      },
    }),
  ],
])('error: a receiver that verifies refuses %s', async (_, tamper) => {
  const { webhook, secret } = await deliverOne()
  const tampered = { ...webhook, ...tamper(webhook, secret) }
  expect(() => new StandardWebhook(secret).verify(tampered.body, tampered.headers)).toThrow()
})

test('behavior: another endpoint’s secret does not verify it', async () => {
  const { webhook } = await deliverOne()
  const other = await world.register('/other')
  expect(() => new StandardWebhook(other.secret).verify(webhook.body, webhook.headers)).toThrow()
})

test('behavior: for 24 hours after a rotation both secrets verify, then only the new one', async () => {
  const { id, secret: first } = await world.register('/hook')
  await world.deliver()
  const rotated = await world.call('POST', `/v1/org/webhooks/${id}/rotate-secret`)
  const { secret: second } = rotated.content
  await world.emit()
  await world.settled(id)
  const [both] = world.receiver.received
  expect(both!.headers['webhook-signature']!.split(' ')).toHaveLength(2)
  new StandardWebhook(first).verify(both!.body, both!.headers)
  new StandardWebhook(second).verify(both!.body, both!.headers)

  await world.advance(24 * HOUR_MS)
  await world.emit()
  await expect.poll(() => world.receiver.received.length).toBe(2)
  const { body, headers } = world.receiver.received[1]!
  // The library compares with its own clock, which the test did not move.
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const signature = (secret: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(content)
      .digest('base64')}`
  expect(headers['webhook-signature']).toBe(signature(second))
  expect(headers['webhook-signature']).not.toContain(signature(first))
})

test('behavior: sends only the requested types, and never an event that is rolled back', async () => {
  const some = await world.register('/some', { types: ['transaction.confirmed', 'transaction.failed'] })
  const all = await world.register('/all')
  const takenBack = world.ctx.db.transaction().execute(async (trx) => {
    const { id: organizationId } = world.demo
    await emitEvent(trx, { organizationId, type: 'transaction.failed', at: new Date(), data: {} })
    throw new Error('taken back')
  })
  await expect(takenBack).rejects.toThrow('taken back')
  await world.deliver()
  await world.emit('wallet.created')
  await world.emit('transaction.confirmed')
  await expect.poll(() => world.receiver.received.length).toBe(3)
  const typesAt = (path: string) =>
    world.receiver.received.filter((one) => one.path === path).map((one) => JSON.parse(one.body).type)
  expect(typesAt('/some')).toEqual(['transaction.confirmed'])
  expect(new Set(typesAt('/all'))).toEqual(new Set(['transaction.confirmed', 'wallet.created']))
  expect(await world.settled(some.id)).toHaveLength(1)
  expect(await world.settled(all.id)).toHaveLength(2)
})

test('behavior: arrives immediately, by a notification instead of polling', async () => {
  const { setTimeout: start } = globalThis
  // Delays every poll until the test has ended.
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(
    Object.assign((work: () => void, ms = 0) => start(work, ms < 1_000 ? ms : 600_000), start),
  )
  onTestFinished(() => void vi.restoreAllMocks())
  await world.register('/hook')
  await world.deliver()
  for (let count = 1; count <= 10; count += 1) {
    await world.emit()
    await expect.poll(() => world.receiver.received.length, { interval: 5 }).toBe(count)
  }
})

test('behavior: no organization receives another’s events', async () => {
  const other = await world.addOrganization('Other', 'other.example')
  const theirs = await world.register('/theirs', {}, other)
  const ours = await world.register('/ours')
  await world.deliver()
  await world.emit('wallet.created', other)
  await world.settled(theirs.id, other)
  await world.emit()
  await world.settled(ours.id)
  expect(world.receiver.received.map(({ path }) => path)).toEqual(['/theirs', '/ours'])
})
