import { afterEach, describe, expect, test } from 'vitest'
import { deliveryListSchema, eventListSchema } from '#protocol/events.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { webhookListSchema } from '#protocol/webhooks.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { refusedFields } from '#service/testing/test-service.ts'
import { answerWith } from '#service/testing/webhook-receiver.ts'

const world = await forFile(serviceWorld.webhooks())
afterEach(async () => {
  world.ctx.settings.sandbox = true
  await world.endTest()
})

const list = async () => webhookListSchema.parse((await world.call('GET', '/v1/org/webhooks')).content)
const create = (body: unknown) => world.call('POST', '/v1/org/webhooks', { body })
const update = (id: string, body: unknown) => world.call('PUT', `/v1/org/webhooks/${id}`, { body })
const replay = (id: string, body: unknown) => world.call('POST', `/v1/org/webhooks/${id}/replay`, { body })

describe('registration', () => {
  test('behavior: returns the secret once, never lists it, and stores it sealed', async () => {
    const created = await world.register('/hook', {
      description: 'Orders',
      types: ['transaction.confirmed'],
    })
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { secret, ...rest } = created
    expect(await list()).toEqual([rest])
    expect(rest).toMatchObject({ description: 'Orders', types: ['transaction.confirmed'], enabled: true })
    const rows = await world.ctx.db.selectFrom('webhook_endpoints').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6, 20))
    expect(world.ctx.logLines.join('')).not.toContain(secret)
  })

  test.each([
    'http://shop.example/',
    'https://127.0.0.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://2130706433/',
    'https://localhost/',
    'https://user:password@shop.example/',
    'https://shop.example:22/',
    'no url',
  ])('error: outside the sandbox %s is refused, with the reason', async (url) => {
    world.ctx.settings.sandbox = false
    const answer = await create({ url })
    expect(answer.status).toBe(400)
    expect(answer.content.errors).toEqual([{ path: 'url', message: expect.stringMatching(/^must /) }])
  })

  test('param: outside the sandbox accepts an https URL, normalized by the URL standard', async () => {
    world.ctx.settings.sandbox = false
    expect(await create({ url: 'HTTPS://Shop.Example:443/a/../hook?x=1' })).toMatchObject({
      status: 200,
      content: { url: 'https://shop.example/hook?x=1', types: null },
    })
  })

  test.each([
    [{ url: 'http://localhost/', types: [] }, 'types'],
    [{ url: 'http://localhost/', types: ['wallet.created', 'wallet.created'] }, 'types'],
    [{ url: 'http://localhost/', types: ['webhook.test'] }, 'types.0'],
    [{ url: 'http://localhost/', description: 'x'.repeat(256) }, 'description'],
    [{ url: `http://localhost/${'x'.repeat(2_048)}` }, 'url'],
    [{ url: 'http://localhost/', secret: 'whsec_mine' }, 'secret'],
  ])('error: %j → refused at %s', async (body, path) => {
    expect(refusedFields(await create(body))[0]).toBe(path)
  })

  test('behavior: an organization gets 20 of 30 simultaneous registrations', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => create({ url: `${world.receiver.url}many` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(10)
    expect(await list()).toHaveLength(20)
  })
})

describe('changes', () => {
  test('behavior: undefined fields stay unchanged; disabling cancels pending deliveries; enabling starts with new events', async () => {
    const { id, secret: _, ...before } = await world.register('/hook', { description: 'Orders' })
    const { content: changed } = await update(id, { types: ['wallet.created'] })
    expect(changed).toEqual({
      ...before,
      id,
      types: ['wallet.created'],
      updatedAtDatetime: changed.updatedAtDatetime,
    })
    world.receiver.answer = answerWith(500)
    await world.deliver()
    await world.emit()
    await expect.poll(async () => (await list())[0]!.failingSinceDatetime).not.toBeNull()
    const { content: disabled } = await update(id, { enabled: false })
    expect(disabled).toMatchObject({ enabled: false, disabledReason: 'manual' })
    expect(await world.deliveriesOf(id)).toMatchObject([{ status: 'cancelled', nextAttemptAtDatetime: null }])
    expect((await update(id, { enabled: false })).content.disabledAtDatetime).toBe(
      disabled.disabledAtDatetime,
    )
    expect((await update(id, { enabled: true, types: null })).content).toMatchObject({
      enabled: true,
      disabledReason: null,
      disabledAtDatetime: null,
      failingSinceDatetime: null,
      types: null,
    })
  })

  test('behavior: at most two secrets are valid, and a rotation returns until when the old one is', async () => {
    const { id, secret } = await world.register('/hook')
    const rotate = () => world.call('POST', `/v1/org/webhooks/${id}/rotate-secret`)
    const { content: rotated } = await rotate()
    expect(rotated.secret).not.toBe(secret)
    const until = Date.parse(rotated.previousSecretUntilDatetime) - world.ctx.clock.now().getTime()
    expect(Math.abs(until - 86_400_000)).toBeLessThan(10_000)
    expect((await list())[0]!.previousSecretUntilDatetime).toBe(rotated.previousSecretUntilDatetime)
    await rotate()
    await world.deliver()
    await world.emit()
    await world.settled(id)
    expect(world.receiver.received[0]!.headers['webhook-signature']!.split(' ')).toHaveLength(2)
    await world.advance(86_400_000)
    expect((await list())[0]!.previousSecretUntilDatetime).toBeNull()
  })

  test('behavior: deleting an endpoint deletes its deliveries; the events stay', async () => {
    const { id } = await world.register('/hook')
    await world.deliver()
    await world.emit()
    await world.settled(id)
    expect((await world.call('DELETE', `/v1/org/webhooks/${id}`)).content).toMatchObject({ id })
    expect(await list()).toEqual([])
    expect((await world.call('GET', `/v1/org/webhooks/${id}/deliveries`)).status).toBe(404)
    expect((await world.call('GET', '/v1/org/events')).content).toHaveLength(1)
  })
})

describe('deliveries', () => {
  test('behavior: are listed in pages, newest first, filtered by status if requested', async () => {
    const { id } = await world.register('/hook')
    await world.deliver()
    for (let round = 0; round < 5; round += 1) await world.emit()
    await expect.poll(async () => (await world.settled(id)).length).toBe(5)
    const seen: string[] = []
    let path: string | undefined = `/v1/org/webhooks/${id}/deliveries?limit=2&status=delivered`
    while (path !== undefined) {
      const answer = await world.call('GET', path)
      for (const one of deliveryListSchema.parse(answer.content)) seen.push(one.id)
      const next: string | undefined = /<http:\/\/localhost:4000(.*)>; rel="next"/.exec(
        answer.headers.get('link') ?? '',
      )?.[1]
      path = next
    }
    expect(seen).toEqual((await world.deliveriesOf(id)).map((one) => one.id))
    expect((await world.call('GET', `/v1/org/webhooks/${id}/deliveries?status=failed`)).content).toEqual([])
    expect((await world.call('GET', `/v1/org/webhooks/${id}/deliveries?cursor=x`)).status).toBe(400)
  })

  test('behavior: a resend sends the same event again, even after it finally failed', async () => {
    const { id } = await world.register('/hook')
    await world.deliver()
    await world.emit()
    const [first] = await world.settled(id)
    const resend = () => world.call('POST', `/v1/org/webhooks/${id}/deliveries/${first!.id}/resend`)
    expect(await resend()).toMatchObject({ status: 200, content: { id: first!.id, status: 'pending' } })
    await expect.poll(() => world.receiver.received.length).toBe(2)
    expect(world.receiver.received[1]!.id).toBe(first!.eventId)
    expect(world.receiver.received[1]!.body).toBe(world.receiver.received[0]!.body)
    expect((await world.settled(id))[0]!.attempts).toHaveLength(2)
    await update(id, { enabled: false })
    expect((await resend()).status).toBe(409)
  })

  test('behavior: a test event reaches only one endpoint, regardless of its types, and is marked as a test', async () => {
    const { id } = await world.register('/one', { types: ['wallet.created'] })
    await world.register('/other')
    await world.deliver()
    const answer = await world.call('POST', `/v1/org/webhooks/${id}/test`)
    const [delivery] = await world.settled(id)
    expect(delivery).toMatchObject({
      eventId: answer.content.eventId,
      type: 'webhook.test',
      status: 'delivered',
    })
    await world.emit()
    await expect.poll(() => world.receiver.received.length).toBe(3)
    expect(JSON.parse(world.receiver.received[0]!.body)).toMatchObject({ type: 'webhook.test', data: {} })
    expect(
      world.receiver.received
        .slice(1)
        .map(({ path }) => path)
        .toSorted((a, b) => (a < b ? -1 : 1)),
    ).toEqual(['/one', '/other'])
  })
})

describe('replay', () => {
  test('behavior: sends missed events, including those from before the endpoint existed, by time or by sequence', async () => {
    await world.deliver()
    await world.emit('wallet.created')
    await world.emit('transaction.confirmed')
    const events = async () => eventListSchema.parse((await world.call('GET', '/v1/org/events')).content)
    await expect.poll(async () => (await events()).length).toBe(2)
    const [newest, oldest] = await events()
    const { id } = await world.register('/hook', { types: ['wallet.created'] })
    const all = await replay(id, { sinceDatetime: oldest!.timestamp })
    expect(all.content).toEqual({ replayed: 1, throughSequence: oldest!.sequence, complete: true })
    await world.settled(id)
    expect(world.receiver.received.map((one) => one.id)).toEqual([oldest!.id])

    await update(id, { types: null })
    const rest = await replay(id, { afterSequence: '0', undeliveredOnly: true })
    expect(rest.content).toEqual({ replayed: 1, throughSequence: newest!.sequence, complete: true })
    await expect.poll(() => world.receiver.received.length).toBe(2)
    await world.settled(id)
    expect((await replay(id, { afterSequence: '0' })).content.replayed).toBe(2)
    await expect.poll(() => world.receiver.received.length).toBe(4)
    expect((await replay(id, { afterSequence: newest!.sequence })).content).toEqual({
      replayed: 0,
      throughSequence: null,
      complete: true,
    })
  })

  test.each([
    {},
    { sinceDatetime: '2026-01-01T00:00:00Z', afterSequence: '1' },
    { sinceDatetime: '2026-99-01T00:00:00Z' },
    { afterSequence: '9'.repeat(19) },
    { afterSequence: '-1' },
  ])('error: %j is no valid start', async (body) => {
    const { id } = await world.register('/hook')
    expect((await replay(id, body)).status).toBe(400)
  })
})

describe('events', () => {
  test('behavior: are listed newest first in pages, or followed from a sequence', async () => {
    await world.deliver()
    for (let round = 0; round < 5; round += 1)
      await world.emit(round === 2 ? 'transaction.failed' : 'wallet.created')
    const read = async (query: string) => (await world.call('GET', `/v1/org/events?${query}`)).content
    await expect.poll(async () => (await read('')).length).toBe(5)
    const sequences = (await read('')).map((event: { sequence: string }) => Number(event.sequence))
    expect(sequences).toEqual(sequences.toSorted((a: number, b: number) => b - a))
    const page = await world.call('GET', '/v1/org/events?limit=2')
    const next = /<http:\/\/localhost:4000(.*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
    expect(
      (await world.call('GET', next!)).content.map((event: { sequence: string }) => Number(event.sequence)),
    ).toEqual(sequences.slice(2, 4))
    expect(await read(`afterSequence=${sequences[4]}&limit=2`)).toMatchObject([
      { sequence: String(sequences[3]) },
      { sequence: String(sequences[2]) },
    ])
    expect(await read('type=transaction.failed')).toHaveLength(1)
  })

  test('behavior: a waiting request gets the next event, or an empty page after the time', async () => {
    await world.deliver()
    const other = await world.addOrganization('Waiting', 'waiting.example')
    await world.emit()
    await expect.poll(async () => (await world.call('GET', '/v1/org/events')).content.length).toBe(1)
    const [{ sequence }] = (await world.call('GET', '/v1/org/events')).content
    const waiting = world.call('GET', `/v1/org/events?afterSequence=${sequence}&waitSeconds=15`)
    await world.emit('wallet.created', other)
    await world.emit('transaction.failed')
    expect((await waiting).content).toMatchObject([{ type: 'transaction.failed' }])
    const [newest] = (await world.call('GET', '/v1/org/events?limit=1')).content
    const empty = await world.call('GET', `/v1/org/events?afterSequence=${newest.sequence}&waitSeconds=1`)
    expect(empty).toMatchObject({ status: 200, content: [] })
  })
})
