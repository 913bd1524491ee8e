import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterEach, describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { startWebhookHarness } from '#service/testing/webhook-harness.ts'
import { answerWith, type WebhookReceiver } from '#service/testing/webhook-receiver.ts'
import { RETRY_DELAYS_MS } from './record-attempt.ts'

const HOUR_MS = 3_600_000

const harness = await forFile(startWebhookHarness())
afterEach(() => harness.endTest())

/** Makes the pending delivery due repeatedly until it has had a number of attempts. */
async function attemptUntil(webhookId: string, attempts: number): Promise<number[]> {
  const waitedMs: number[] = []
  for (let made = 1; made < attempts; made += 1) {
    await expect.poll(async () => (await harness.deliveriesOf(webhookId))[0]!.attempts.length).toBe(made)
    const { nextAttemptAtDatetime } = (await harness.deliveriesOf(webhookId))[0]!
    if (nextAttemptAtDatetime === null) return waitedMs
    const waitMs = Date.parse(nextAttemptAtDatetime) - harness.ctx.clock.now().getTime()
    waitedMs.push(waitMs)
    await harness.advance(waitMs)
  }
  return waitedMs
}

describe('retries', () => {
  test('behavior: makes ten attempts over 75 h 35 min, with one id and a new signature each', async () => {
    const { id, secret } = await harness.register('/hook')
    harness.receiver.answer = answerWith(500)
    await harness.deliver()
    await harness.emit()
    const waitedMs = await attemptUntil(id, 10)
    const [delivery] = await harness.settled(id)
    expect(delivery).toMatchObject({ status: 'failed', nextAttemptAtDatetime: null })
    expect(delivery!.attempts).toHaveLength(10)
    for (const [index, waitMs] of waitedMs.entries()) {
      expect(waitMs).toBeLessThanOrEqual(RETRY_DELAYS_MS[index]!)
      expect(waitMs).toBeGreaterThan(RETRY_DELAYS_MS[index]! - 5_000)
    }
    const totalMs =
      Date.parse(delivery!.attempts[0]!.attemptedAtDatetime) - Date.parse(delivery!.createdAtDatetime)
    expect(totalMs / HOUR_MS).toBeGreaterThan(75.5)
    expect(totalMs / HOUR_MS).toBeLessThan(75.7)
    const { received } = harness.receiver
    expect(received).toHaveLength(10)
    expect(new Set(received.map((one) => one.id)).size).toBe(1)
    expect(new Set(received.map((one) => one.body)).size).toBe(1)
    expect(new Set(received.map((one) => one.headers['webhook-timestamp'])).size).toBe(10)
    expect(() => new StandardWebhook(secret).verify(received[0]!.body, received[0]!.headers)).not.toThrow(
      /signature/,
    )
  })

  test('behavior: a success ends the retries', async () => {
    const { id } = await harness.register('/hook')
    harness.receiver.answer = answerWith(503)
    await harness.deliver()
    await harness.emit()
    await attemptUntil(id, 3)
    await expect.poll(async () => (await harness.deliveriesOf(id))[0]!.attempts.length).toBe(3)
    harness.receiver.answer = answerWith(200)
    await harness.advance(HOUR_MS)
    const [delivery] = await harness.settled(id)
    expect(delivery!.status).toBe('delivered')
    expect(delivery!.attempts[0]).toMatchObject({ delivered: true, responseStatus: 200, problem: null })
    const { content } = await harness.call('GET', '/v1/org/webhooks')
    expect(content[0]).toMatchObject({ id, enabled: true, failingSinceDatetime: null })
  })

  test.each([
    [301, 'redirect'],
    [307, 'redirect'],
    [304, 'redirect'],
    [400, 'status'],
    [429, 'status'],
    [500, 'status'],
  ])('behavior: %i is a failure, and no redirect is followed', async (status, problem) => {
    const { id } = await harness.register('/hook')
    harness.receiver.answer = answerWith(status, { location: `${harness.receiver.url}elsewhere` })
    await harness.deliver()
    await harness.emit()
    await expect.poll(async () => (await harness.deliveriesOf(id))[0]?.attempts.length).toBe(1)
    const [delivery] = await harness.deliveriesOf(id)
    expect(delivery).toMatchObject({ status: 'pending' })
    expect(delivery!.attempts[0]).toMatchObject({ delivered: false, responseStatus: status, problem })
    expect(harness.receiver.received.map(({ path }) => path)).toEqual(['/hook'])
  })

  test('behavior: silence, a closed connection and an internal address each have their own word', async () => {
    const closed = await harness.register('/closed')
    const inside = await harness.register('/', { url: 'http://rebinding.example/' })
    harness.receiver.answer = ({ path }, response) => {
      if (path === '/closed') response.destroy()
    }
    const problemOf = async (id: string) => (await harness.deliveriesOf(id))[0]?.attempts[0]?.problem
    const patient = await harness.deliver({ resolve: async () => ['169.254.169.254'] })
    await harness.emit()
    await expect.poll(() => problemOf(closed.id)).toBe('connection')
    await expect.poll(() => problemOf(inside.id)).toBe('address')
    await patient.stop()
    // A busy machine could also exceed this limit for the others, so only the silent receiver is tested with
    // it.
    const silent = await harness.register('/silent')
    await harness.deliver({ timeoutMs: 100 })
    await harness.emit()
    await expect.poll(() => problemOf(silent.id)).toBe('timeout')
  })
})

describe('a response', () => {
  const firstAttempt = async (id: string) => (await harness.deliveriesOf(id))[0]?.attempts[0]

  test.each<[string, WebhookReceiver['answer']]>([
    ['never ends', (_webhook, response) => void response.writeHead(200).write('{')],
    ['is cut', (_webhook, response) => void response.writeHead(200, { 'content-length': '9' }).end('{')],
    [
      'is reset',
      (_webhook, response) =>
        void response.writeHead(202).write('{', () => response.socket?.resetAndDestroy()),
    ],
  ])('behavior: a 2xx status whose body %s counts as delivered and is not sent again', async (_, answer) => {
    const { id } = await harness.register('/hook')
    harness.receiver.answer = answer
    await harness.deliver()
    await harness.emit()
    const [delivery] = await harness.settled(id)
    expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ problem: null, responseBytes: 1 }] })
  })

  test('error: reports bytes that are not HTTP', async () => {
    const { id } = await harness.register('/hook')
    harness.receiver.answer = (_webhook, response) => void response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n')
    await harness.deliver()
    await harness.emit()
    await expect.poll(async () => (await firstAttempt(id))?.problem).toBe('malformed')
  })

  test.each([
    ['120', 120_000],
    ['1', 5_000],
    ['999999999', 24 * HOUR_MS],
  ])('behavior: Retry-After of %s seconds → the next attempt after about %i ms', async (seconds, waitMs) => {
    const { id } = await harness.register('/hook')
    harness.receiver.answer = answerWith(429, { 'retry-after': seconds })
    await harness.deliver()
    await harness.emit()
    await expect.poll(() => firstAttempt(id)).toBeDefined()
    const [delivery] = await harness.deliveriesOf(id)
    // Compares two stored times, because on a busy machine the test may run seconds after the attempt.
    const attemptedAt = Date.parse(delivery!.attempts[0]!.attemptedAtDatetime)
    const waited = Date.parse(delivery!.nextAttemptAtDatetime!) - attemptedAt
    expect(waited / waitMs).toBeGreaterThan(0.94)
    expect(waited / waitMs).toBeLessThan(1.06)
  })
})

describe('the end of an endpoint', () => {
  test('behavior: 410 disables the endpoint immediately, cancels the rest, and the organization can see why', async () => {
    const { id } = await harness.register('/hook')
    harness.receiver.answer = answerWith(410)
    await harness.deliver()
    await harness.emit()
    await expect
      .poll(async () => (await harness.call('GET', '/v1/org/webhooks')).content[0])
      .toMatchObject({ enabled: false, disabledReason: 'gone' })
    expect((await harness.settled(id))[0]).toMatchObject({ status: 'cancelled' })
    expect(harness.ctx.logLines.join('\n')).toContain('webhook-disabled')
    await harness.emit()
    await expect.poll(async () => (await harness.call('GET', '/v1/org/events')).content.length).toBe(2)
    expect(await harness.deliveriesOf(id)).toHaveLength(1)

    // Once enabled again, it starts with new events.
    harness.receiver.answer = answerWith(204)
    await harness.call('PUT', `/v1/org/webhooks/${id}`, { body: { enabled: true } })
    await harness.emit()
    await expect.poll(() => harness.receiver.received.length).toBe(2)
  })

  test('behavior: five days of only failures disable the endpoint; a success in between resets the time', async () => {
    const { id } = await harness.register('/hook')
    const read = async () => (await harness.call('GET', '/v1/org/webhooks')).content[0]
    const emitAndFail = async () => {
      const before = harness.receiver.received.length
      await harness.emit()
      await expect.poll(() => harness.receiver.received.length).toBeGreaterThan(before)
      await expect
        .poll(async () => (await harness.deliveriesOf(id)).every((one) => one.attempts.length > 0))
        .toBe(true)
    }
    harness.receiver.answer = answerWith(500)
    await harness.deliver()
    await emitAndFail()
    await harness.advance(119 * HOUR_MS)
    await emitAndFail()
    expect(await read()).toMatchObject({ enabled: true })
    harness.receiver.answer = answerWith(200)
    await harness.emit()
    await expect.poll(async () => (await read()).failingSinceDatetime).toBeNull()

    harness.receiver.answer = answerWith(500)
    await emitAndFail()
    await harness.advance(119 * HOUR_MS)
    await emitAndFail()
    expect(await read()).toMatchObject({ enabled: true })
    await harness.advance(2 * HOUR_MS)
    await harness.emit()
    await expect.poll(read).toMatchObject({ enabled: false, disabledReason: 'failing' })
  })

  test('behavior: deleting an endpoint while its failures are recorded always works', async () => {
    harness.receiver.answer = answerWith(500)
    await harness.deliver()
    for (let round = 0; round < 10; round += 1) {
      const before = harness.receiver.received.length
      const endpoints = await Promise.all(
        ['/a', '/b', '/c', '/d', '/e', '/f'].map((path) => harness.register(path)),
      )
      await harness.emit()
      await expect.poll(() => harness.receiver.received.length).toBeGreaterThan(before)
      const answers = await Promise.all(
        endpoints.map(({ id }) => harness.call('DELETE', `/v1/org/webhooks/${id}`)),
      )
      expect(answers.map(({ status }) => status)).toEqual(endpoints.map(() => 200))
    }
    expect((await harness.call('GET', '/v1/org/webhooks')).content).toEqual([])
  })
})
