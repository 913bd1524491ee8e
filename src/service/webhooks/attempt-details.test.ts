import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterEach, describe, expect, test } from 'vitest'
import { deliveryDetailSchema } from '#protocol/events.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { answerWith, type WebhookReceiver } from '#service/testing/webhook-receiver.ts'
import { emitEvent } from './emit-event.ts'

const world = await forFile(serviceWorld.webhooks())
afterEach(() => world.endTest())

const pathOf = (webhookId: string, deliveryId: string) =>
  `/v1/org/webhooks/${webhookId}/deliveries/${deliveryId}`

/** Delivers one event to a receiver with this response, and returns the attempt as read afterwards. */
async function readDelivery(answer: WebhookReceiver['answer'] = answerWith(204)) {
  const webhook = await world.register('/hook')
  world.receiver.answer = answer
  await world.deliver()
  await world.emit()
  await expect
    .poll(async () => (await world.deliveriesOf(webhook.id))[0]?.attempts.length)
    .toBeGreaterThanOrEqual(1)
  const [delivery] = await world.deliveriesOf(webhook.id)
  const { content } = await world.call('GET', pathOf(webhook.id, delivery!.id))
  const detail = deliveryDetailSchema.parse(content)
  return { webhook, delivery: delivery!, detail, attempt: detail.attempts[0]! }
}

describe('sent data', () => {
  test('behavior: headers and body of an attempt are those that arrived, with the signature and without the secret', async () => {
    const { webhook, delivery, detail, attempt } = await readDelivery()
    const [received] = world.receiver.received
    expect(received!.headers).toMatchObject(attempt.requestHeaders!)
    expect(Object.keys(attempt.requestHeaders!)).toEqual([
      'content-type',
      'user-agent',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ])
    expect(detail.requestBody).toBe(received!.body)
    new StandardWebhook(webhook.secret).verify(detail.requestBody, attempt.requestHeaders!)
    expect(JSON.stringify(detail)).not.toContain(webhook.secret.slice(6))
    expect(detail).toMatchObject(delivery)
  })

  test('behavior: each attempt has its own signature, newest first; the event names its transaction', async () => {
    const transactionUuid = '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e'
    const { id } = await world.register('/hook')
    world.receiver.answer = answerWith(500)
    await world.deliver()
    const { id: organizationId } = world.demo
    const at = world.ctx.clock.now()
    await emitEvent(world.ctx.db, {
      organizationId,
      type: 'transaction.failed',
      at,
      data: { transactionUuid },
    })
    const attempts = async () => (await world.deliveriesOf(id))[0]?.attempts.length
    await expect.poll(attempts).toBe(1)
    await world.advance(6_000)
    await expect.poll(attempts).toBe(2)
    const [delivery] = await world.deliveriesOf(id)
    const { content } = await world.call('GET', pathOf(id, delivery!.id))
    expect(content).toMatchObject({ transactionUuid, attempts: delivery!.attempts })
    const signatures = content.attempts.map(
      (attempt: { requestHeaders: Record<string, string> }) => attempt.requestHeaders['webhook-signature'],
    )
    const arrived = world.receiver.received.map(({ headers }) => headers['webhook-signature'])
    expect(signatures).toEqual(arrived.toReversed())
  })

  test('error: deliveries of another organization or another endpoint → not found', async () => {
    const { webhook, delivery } = await readDelivery()
    const other = await world.addOrganization('Curious', 'curious.example')
    const second = await world.register('/second')
    expect(await world.call('GET', pathOf(webhook.id, delivery.id), { key: other.key })).toMatchObject({
      status: 404,
    })
    expect(await world.call('GET', pathOf(second.id, delivery.id))).toMatchObject({ status: 404 })
  })
})

describe('received data', () => {
  test('behavior: stores status, headers and text', async () => {
    const { attempt } = await readDelivery((_webhook, response) =>
      response
        .writeHead(422, { 'content-type': 'application/json' })
        .end('{\n\t"error": "no such order – ü"\n}'),
    )
    expect(attempt).toMatchObject({
      responseStatus: 422,
      problem: 'status',
      responseHeaders: { 'content-type': 'application/json' },
      responseBody: '{\n\t"error": "no such order – ü"\n}',
    })
  })

  test('error: stores 4 kB of an endless body', async () => {
    const { attempt } = await readDelivery((_webhook, response) => {
      response.writeHead(200)
      const more = () => {
        if (!response.destroyed && response.write('ü'.repeat(5_000))) setImmediate(more)
        else response.once('drain', more)
      }
      more()
    })
    expect(attempt.responseStatus).toBe(200)
    expect(attempt.responseBytes).toBe(65_536)
    expect(attempt.responseBody).toBe('ü'.repeat(2_048))
  })

  test.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])],
    ['Latin 1', Buffer.from('gr\xfc\xdfe', 'latin1')],
    ['a zero', Buffer.from('a\0b')],
  ])('error: %s is no text, so only its length is stored', async (_, body) => {
    const { attempt } = await readDelivery((_webhook, response) => response.writeHead(200).end(body))
    expect(attempt).toMatchObject({ delivered: true, responseBytes: body.byteLength, responseBody: null })
  })

  test('error: cuts many or long headers; more than a connection accepts is no response', async () => {
    const headers = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`x-${String(index).padStart(3, '0')}`, 'v'.repeat(200)]),
    )
    const { attempt } = await readDelivery((_webhook, response) =>
      response.writeHead(200, { 'x-long': 'v'.repeat(2_000), ...headers }).end(),
    )
    expect(Object.keys(attempt.responseHeaders!)).toHaveLength(32)
    expect(attempt.responseHeaders!['x-long']).toBe('v'.repeat(256))
    await world.endTest()
    const endless = await readDelivery((_webhook, response) =>
      response.writeHead(200, { 'x-endless': 'v'.repeat(100_000) }).end(),
    )
    expect(endless.attempt).toMatchObject({
      problem: 'malformed',
      responseHeaders: null,
      responseBody: null,
    })
  })

  const LEAKS = [
    'Set-Cookie: sid=s3cretB; HttpOnly',
    '{"headers":{"authorization":["Basic s3cretC"],"cookie":"a=s3cretD; b=s3cretE"}}',
    '{"password" : "s3cretF", "apiKey":"s3cretG", "access_token":"s3cretH"}',
    'csrf=s3cretI&session_id=s3cretJ',
    'sent Bearer s3cretK to postgres://user:s3cretL@db/shop',
    'pk_live_s3cretM whsec_s3cretN',
  ]
  test('error: redacts cookies, credentials and keys of the receiver in headers and body', async () => {
    const { attempt } = await readDelivery((_webhook, response) =>
      response
        .writeHead(500, {
          'set-cookie': ['sid=s3cret1', 'other=s3cret2'],
          authorization: 'Bearer s3cret3',
          'x-api-key': 's3cret4',
          'x-debug': 'token=s3cret5',
          location: 'https://user:s3cret6@shop.example/',
        })
        .end(LEAKS.join('\n')),
    )
    expect(JSON.stringify(attempt)).not.toContain('s3cret')
    expect(attempt.responseHeaders).toMatchObject({ 'set-cookie': '[redacted]', authorization: '[redacted]' })
    expect(attempt.responseBody).toContain('"password" : "[redacted]"')
    expect(attempt.responseBody).toContain('postgres://user:[redacted]@db/shop')
    const stored = JSON.stringify(await world.ctx.db.selectFrom('webhook_attempts').selectAll().execute())
    expect(stored).not.toContain('s3cret')
  })

  test('error: replaces characters that reorder or hide others, and logs no part of a response', async () => {
    const { attempt } = await readDelivery((_webhook, response) =>
      response.writeHead(500).end('a\u202eb\u200bc\u001b[31m\u2028d of the receiver'),
    )
    expect(attempt.responseBody).toBe('a\ufffdb\ufffdc\ufffd[31m\ufffdd of the receiver')
    expect(world.ctx.logLines.join('')).not.toContain('of the receiver')
  })
})

test('behavior: the list of deliveries contains neither sent nor received data', async () => {
  const { delivery } = await readDelivery((_webhook, response) => response.writeHead(200).end('thank you'))
  expect(Object.keys(delivery.attempts[0]!)).toEqual([
    'attemptedAtDatetime',
    'durationMs',
    'delivered',
    'responseStatus',
    'responseBytes',
    'problem',
  ])
})
