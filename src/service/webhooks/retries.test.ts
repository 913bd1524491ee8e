import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterEach, describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { answerWith, type WebhookReceiver } from '#service/testing/webhook-receiver.ts'
import { RETRY_DELAYS_MS } from './record-attempt.ts'

const HOUR_MS = 3_600_000

const world = await forFile(serviceWorld.webhooks())
afterEach(() => world.endTest())

/** Makes the pending delivery due repeatedly until it has had a number of attempts. */
async function attemptUntil(webhookId: string, attempts: number): Promise<number[]> {
  const waitedMs: number[] = []
  for (let made = 1; made < attempts; made += 1) {
    await expect.poll(async () => (await world.deliveriesOf(webhookId))[0]!.attempts.length).toBe(made)
    const { nextAttemptAtDatetime } = (await world.deliveriesOf(webhookId))[0]!
    if (nextAttemptAtDatetime === null) return waitedMs
    const waitMs = Date.parse(nextAttemptAtDatetime) - world.ctx.clock.now().getTime()
    waitedMs.push(waitMs)
    await world.advance(waitMs)
  }
  return waitedMs
}

describe('retries', () => {
  test('behavior: makes ten attempts over 75 h 35 min, with one id and a new signature each', async () => {
    const { id, secret } = await world.register('/hook')
    world.receiver.answer = answerWith(500)
    await world.deliver()
    await world.emit()
    const waitedMs = await attemptUntil(id, 10)
    const [delivery] = await world.settled(id)
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
    const { received } = world.receiver
    expect(received).toHaveLength(10)
    expect(new Set(received.map((one) => one.id)).size).toBe(1)
    expect(new Set(received.map((one) => one.body)).size).toBe(1)
    expect(new Set(received.map((one) => one.headers['webhook-timestamp'])).size).toBe(10)
    expect(() => new StandardWebhook(secret).verify(received[0]!.body, received[0]!.headers)).not.toThrow(
      /signature/,
    )
  })

  test('behavior: a success ends the retries', async () => {
    const { id } = await world.register('/hook')
    world.receiver.answer = answerWith(503)
    await world.deliver()
    await world.emit()
    await attemptUntil(id, 3)
    await expect.poll(async () => (await world.deliveriesOf(id))[0]!.attempts.length).toBe(3)
    world.receiver.answer = answerWith(200)
    await world.advance(HOUR_MS)
    const [delivery] = await world.settled(id)
    expect(delivery!.status).toBe('delivered')
    expect(delivery!.attempts[0]).toMatchObject({ delivered: true, responseStatus: 200, problem: null })
    const { content } = await world.call('GET', '/v1/org/webhooks')
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
    const { id } = await world.register('/hook')
    world.receiver.answer = answerWith(status, { location: `${world.receiver.url}elsewhere` })
    await world.deliver()
    await world.emit()
    await expect.poll(async () => (await world.deliveriesOf(id))[0]?.attempts.length).toBe(1)
    const [delivery] = await world.deliveriesOf(id)
    expect(delivery).toMatchObject({ status: 'pending' })
    expect(delivery!.attempts[0]).toMatchObject({ delivered: false, responseStatus: status, problem })
    expect(world.receiver.received.map(({ path }) => path)).toEqual(['/hook'])
  })

  test('behavior: silence, a closed connection and an internal address each have their own word', async () => {
    const closed = await world.register('/closed')
    const inside = await world.register('/', { url: 'http://rebinding.example/' })
    world.receiver.answer = ({ path }, response) => {
      if (path === '/closed') response.destroy()
    }
    const problemOf = async (id: string) => (await world.deliveriesOf(id))[0]?.attempts[0]?.problem
    const patient = await world.deliver({ resolve: async () => ['169.254.169.254'] })
    await world.emit()
    await expect.poll(() => problemOf(closed.id)).toBe('connection')
    await expect.poll(() => problemOf(inside.id)).toBe('address')
    await patient.stop()
    // Only the silent receiver is tested with this short timeout. On a busy machine, the other receivers could exceed
    // it too.
    const silent = await world.register('/silent')
    await world.deliver({ timeoutMs: 100 })
    await world.emit()
    await expect.poll(() => problemOf(silent.id)).toBe('timeout')
  })
})

describe('a response', () => {
  const firstAttempt = async (id: string) => (await world.deliveriesOf(id))[0]?.attempts[0]

  test.each<[string, WebhookReceiver['answer']]>([
    ['never ends', (_webhook, response) => void response.writeHead(200).write('{')],
    ['is cut', (_webhook, response) => void response.writeHead(200, { 'content-length': '9' }).end('{')],
    [
      'is reset',
      (_webhook, response) =>
        void response.writeHead(202).write('{', () => response.socket?.resetAndDestroy()),
    ],
  ])('behavior: a 2xx status whose body %s counts as delivered and is not sent again', async (_, answer) => {
    const { id } = await world.register('/hook')
    world.receiver.answer = answer
    await world.deliver()
    await world.emit()
    const [delivery] = await world.settled(id)
    expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ problem: null, responseBytes: 1 }] })
  })

  test('error: reports bytes that are not HTTP', async () => {
    const { id } = await world.register('/hook')
    world.receiver.answer = (_webhook, response) => void response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n')
    await world.deliver()
    await world.emit()
    await expect.poll(async () => (await firstAttempt(id))?.problem).toBe('malformed')
  })

  test.each([
    ['120', 120_000],
    ['1', 5_000],
    ['999999999', 24 * HOUR_MS],
  ])('behavior: Retry-After of %s seconds → the next attempt after about %i ms', async (seconds, waitMs) => {
    const { id } = await world.register('/hook')
    world.receiver.answer = answerWith(429, { 'retry-after': seconds })
    await world.deliver()
    await world.emit()
    await expect.poll(() => firstAttempt(id)).toBeDefined()
    const [delivery] = await world.deliveriesOf(id)
    // Compares two stored times, because on a busy machine the test may run seconds after the attempt.
    const attemptedAt = Date.parse(delivery!.attempts[0]!.attemptedAtDatetime)
    const waited = Date.parse(delivery!.nextAttemptAtDatetime!) - attemptedAt
    expect(waited / waitMs).toBeGreaterThan(0.94)
    expect(waited / waitMs).toBeLessThan(1.06)
  })
})

describe('the end of an endpoint', () => {
  test('behavior: 410 disables the endpoint immediately, cancels the rest, and the organization can see why', async () => {
    const { id } = await world.register('/hook')
    world.receiver.answer = answerWith(410)
    await world.deliver()
    await world.emit()
    await expect
      .poll(async () => (await world.call('GET', '/v1/org/webhooks')).content[0])
      .toMatchObject({ enabled: false, disabledReason: 'gone' })
    expect((await world.settled(id))[0]).toMatchObject({ status: 'cancelled' })
    expect(world.ctx.logLines.join('\n')).toContain('webhook-disabled')
    await world.emit()
    await expect.poll(async () => (await world.call('GET', '/v1/org/events')).content.length).toBe(2)
    expect(await world.deliveriesOf(id)).toHaveLength(1)

    // Once enabled again, the endpoint starts with new events.
    world.receiver.answer = answerWith(204)
    await world.call('PUT', `/v1/org/webhooks/${id}`, { body: { enabled: true } })
    await world.emit()
    await expect.poll(() => world.receiver.received.length).toBe(2)
  })

  test('behavior: five days of only failures disable the endpoint; a success in between resets the time', async () => {
    const { id } = await world.register('/hook')
    const read = async () => (await world.call('GET', '/v1/org/webhooks')).content[0]
    const emitAndFail = async () => {
      const before = world.receiver.received.length
      await world.emit()
      await expect.poll(() => world.receiver.received.length).toBeGreaterThan(before)
      await expect
        .poll(async () => (await world.deliveriesOf(id)).every((one) => one.attempts.length > 0))
        .toBe(true)
    }
    world.receiver.answer = answerWith(500)
    await world.deliver()
    await emitAndFail()
    await world.advance(119 * HOUR_MS)
    await emitAndFail()
    expect(await read()).toMatchObject({ enabled: true })
    world.receiver.answer = answerWith(200)
    await world.emit()
    await expect.poll(async () => (await read()).failingSinceDatetime).toBeNull()

    world.receiver.answer = answerWith(500)
    await emitAndFail()
    await world.advance(119 * HOUR_MS)
    await emitAndFail()
    expect(await read()).toMatchObject({ enabled: true })
    await world.advance(2 * HOUR_MS)
    await world.emit()
    await expect.poll(read).toMatchObject({ enabled: false, disabledReason: 'failing' })
  })

  test('behavior: deleting an endpoint while its failures are recorded always works', async () => {
    world.receiver.answer = answerWith(500)
    await world.deliver()
    for (let round = 0; round < 10; round += 1) {
      const before = world.receiver.received.length
      const endpoints = await Promise.all(
        ['/a', '/b', '/c', '/d', '/e', '/f'].map((path) => world.register(path)),
      )
      await world.emit()
      await expect.poll(() => world.receiver.received.length).toBeGreaterThan(before)
      const answers = await Promise.all(
        endpoints.map(({ id }) => world.call('DELETE', `/v1/org/webhooks/${id}`)),
      )
      expect(answers.map(({ status }) => status)).toEqual(endpoints.map(() => 200))
    }
    expect((await world.call('GET', '/v1/org/webhooks')).content).toEqual([])
  })
})
