import { describe, expect, test } from 'vitest'
import { readError, request } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { deliver, describe as describeHosted, holdFromPage, setUpWebhook } from '#bff/testing/hosted.ts'
import { HASH } from '#bff/testing/upstream-stand-in.ts'
import { UUID } from '#bff/testing/widget-bodies.ts'

const world = await consoleWorld.hosted()
const { now, pass, inSeconds, read } = world

describe('a webhook of the service', () => {
  test.each([
    ['transaction.approved', 'APPROVED'],
    ['transaction.rejected', 'REJECTED'],
    ['transaction.expired', 'EXPIRED'],
    ['transaction.cancelled', 'CANCELLED'],
    ['transaction.submitted', 'SUBMITTED'],
    ['transaction.confirmed', 'CONFIRMED'],
    ['transaction.failed', 'FAILED'],
  ])('behavior: %s moves the record to %s', async (type, status) => {
    const { read } = await holdFromPage(world, inSeconds(600))
    const path = await setUpWebhook(world.admin)
    expect((await deliver(world, path, { type, at: now() })).status).toBe(200)
    expect(await read()).toMatchObject({ status, learntFrom: 'webhook' })
  })

  test('behavior: outcomes that arrive early, twice, out of order or in plain form lead to the same final state', async () => {
    const path = await setUpWebhook(world.admin)
    const data = {
      transactionUuid: UUID.toUpperCase(),
      transactionHash: HASH.toUpperCase().replace('0X', '0x'),
    }
    const confirmed = { id: 'evt_2', type: 'transaction.confirmed', data, at: now() }
    expect((await deliver(world, path, confirmed)).status).toBe(200)
    const { read } = await holdFromPage(world, inSeconds(600))
    expect(await read()).toMatchObject({ status: 'CONFIRMED', transactionHash: HASH })
    expect((await deliver(world, path, confirmed)).status).toBe(200)
    expect((await deliver(world, path, { id: 'evt_1', at: now() })).status).toBe(200)
    const plain = JSON.stringify({ event: 'transaction.rejected', transactionUuid: UUID })
    expect((await deliver(world, path, { id: 'evt_3', body: plain, at: now() })).status).toBe(200)
    expect(await read()).toMatchObject({ status: 'CONFIRMED', transactionHash: HASH })
  })

  test('behavior: a plain body with the event’s name and the uuid is sufficient', async () => {
    const { read } = await holdFromPage(world, inSeconds(600))
    const path = await setUpWebhook(world.admin)
    const body = JSON.stringify({
      event: 'transaction.rejected',
      transactionUuid: UUID,
      reason: 'no\nthanks',
    })
    await deliver(world, path, { body, at: now() })
    expect(await read()).toMatchObject({ status: 'REJECTED', reason: 'no thanks' })
  })

  test.each([
    ['an unknown type', { type: 'invoice.paid' }],
    ['a test', { type: 'webhook.test', data: {} }],
    ['no transaction', { data: { other: 1 } }],
    ['no JSON', { body: 'hello' }],
  ])('behavior: %s is accepted, counts as a contact and changes nothing', async (_, delivery) => {
    const { read } = await holdFromPage(world, inSeconds(600))
    const path = await setUpWebhook(world.admin)
    expect((await deliver(world, path, { ...delivery, at: now() })).status).toBe(200)
    expect(await read()).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
    expect((await describeHosted(world.admin)).webhook.heardAtDatetime).toBe(now().toISOString())
  })

  test('error: refuses a wrong secret, an old time and a missing header, and the console shows the reason', async () => {
    const { read } = await holdFromPage(world, inSeconds(6_000))
    const path = await setUpWebhook(world.admin)
    const wrong = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
    const refused = await deliver(world, path, { secret: wrong, at: now() })
    expect(await readError(refused)).toMatchObject({ status: 401, code: 'WEBHOOK_REFUSED' })
    expect((await describeHosted(world.admin)).webhook.refused?.reason).toContain(
      'not signed with the secret',
    )
    for (const seconds of [-301, 301]) {
      const at = new Date(now().getTime() + seconds * 1000)
      expect((await deliver(world, path, { at })).status).toBe(401)
    }
    expect((await describeHosted(world.admin)).webhook.refused?.reason).toContain('five minutes')
    expect((await world.bff.fetch(request(path, { method: 'POST', raw: '{}' }))).status).toBe(401)
    expect(await read()).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
    expect((await describeHosted(world.admin)).webhook.heardAtDatetime).toBeNull()
  })

  test('error: an unknown webhook gets the 404 of an unknown path, and one without a stored secret gets Retry-After', async () => {
    const unknown = await deliver(world, `/api/upstream/webhooks/${UUID}`, { at: now() })
    const nothing = await deliver(world, '/api/upstream/webhooks/none/at/all', { at: now() })
    expect(await readError(unknown)).toEqual(await readError(nothing))
    expect(unknown.status).toBe(404)
    const { webhook } = await describeHosted(world.admin)
    const early = await deliver(world, new URL(webhook.url).pathname, { at: now() })
    expect(await readError(early)).toMatchObject({ status: 503, code: 'WEBHOOK_SECRET_MISSING' })
    expect(early.headers.get('retry-after')).toBe('60')
  })
})

describe('an approved transaction', () => {
  const approve = async (types: string[]) => {
    await holdFromPage(world, inSeconds(600))
    await read()
    const path = await setUpWebhook(world.admin)
    for (const type of types) await deliver(world, path, { id: type, type, at: now() })
    pass(21)
    return read()
  }

  test('behavior: has an unknown outcome after a moment if no source reports about the chain', async () => {
    expect(await approve(['transaction.approved'])).toMatchObject({
      status: 'APPROVED',
      outcomeUnreported: true,
    })
    expect((await describeHosted(world.admin)).open).toBe(1)
  })

  test('behavior: an approved transaction stays pending if the webhooks also report its submission', async () => {
    const submitted = await approve(['transaction.approved', 'transaction.submitted'])
    expect(submitted).toMatchObject({ status: 'SUBMITTED' })
    expect(submitted.outcomeUnreported).toBeUndefined()
  })
})
