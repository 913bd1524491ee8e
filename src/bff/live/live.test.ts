import { afterAll, describe, expect, test } from 'vitest'
import type { TransactionWait } from '#bff/ports.ts'
import { createBrowser } from '#bff/testing/console-browser.ts'
import { openLiveConsole, UUID } from '#bff/testing/live-console.ts'
import { addMember } from '#bff/testing/people.ts'
import { ORGANIZATION } from '#bff/testing/test-bff.ts'
import type { StreamReader } from '#protocol/testing/read-stream.ts'
import { waitFor } from '#protocol/testing/wait-for.ts'
import { createStreams } from '#service/create-service.ts'
import { sequenceEvents } from '#service/webhooks/run-webhooks.ts'

const { service, world, admin, pages, emitMarked, replaceService } = await openLiveConsole()
const { startBff, follow, followLive } = pages

const marksOf = (count: number) => Array.from({ length: count }, (_, index) => String(index))

describe('GET /api/live', () => {
  test('behavior: every open page receives the organization’s events over one connection to the service', async () => {
    const other = await service.addOrganization('Elsewhere', 'elsewhere.example')
    const bff = startBff()
    const pages = [await followLive(bff), await followLive(bff), await followLive(bff)]
    expect(Object.fromEntries(pages[0]!.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
    })
    for (const mark of marksOf(20)) {
      await emitMarked(mark)
      await emitMarked(mark, other.id)
    }
    for (const { reasons } of pages) await expect.poll(reasons).toEqual(marksOf(20))
    for (const event of pages[0]!.events()) {
      expect(pages[0]!.frames).toContainEqual({
        id: event.sequence,
        event: event.type,
        data: JSON.stringify(event),
      })
    }
    expect(service.ctx.streams.ofKeys.count()).toBe(1)
    expect(JSON.stringify(pages[0]!.frames)).not.toContain(service.demo.key)
  })

  test('behavior: a page that reconnects, even to another process, receives every event exactly once', async () => {
    const first = await followLive(startBff())
    await emitMarked('a')
    await expect.poll(first.reasons).toEqual(['a'])
    await first.leave()
    pages.release()
    for (const mark of ['b', 'c']) await emitMarked(mark)
    const place = first.events()[0]?.sequence
    const next = startBff()
    const again = await followLive(next, place)
    await expect.poll(again.reasons).toEqual(['b', 'c'])
    await emitMarked('d')
    await expect.poll(again.reasons).toEqual(['b', 'c', 'd'])
    const late = await followLive(next, again.events()[0]?.sequence)
    await expect.poll(late.reasons).toEqual(['c', 'd'])
    const newest = await followLive(next)
    await emitMarked('e')
    for (const { reasons } of [again, late, newest]) await expect.poll(() => reasons().at(-1)).toBe('e')
    expect(newest.reasons()).toEqual(['e'])
    expect(again.isReset() || late.isReset()).toBe(false)
  })

  test('behavior: while the service restarts no event is lost or duplicated, and the page sees the state', async () => {
    const reader = await followLive(startBff())
    await emitMarked('before')
    await expect.poll(reader.reasons).toEqual(['before'])
    replaceService(() => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })))
    service.ctx.streams.ofKeys.endAll()
    await expect.poll(reader.state).toBe('reconnecting')
    for (const mark of marksOf(5)) await emitMarked(mark)
    service.ctx.streams = createStreams(service.ctx)
    replaceService((request) => service.fetch(request))
    await expect.poll(reader.state).toBe('live')
    await emitMarked('after')
    await expect.poll(reader.reasons).toEqual(['before', ...marksOf(5), 'after'])
    expect(reader.isReset()).toBe(false)
  })

  test('behavior: many events at once arrive in order and once, for pages at different positions', async () => {
    await emitMarked('first')
    const listed = async () => (await service.call('GET', '/v1/org/events')).content
    await expect.poll(listed).toHaveLength(1)
    const bff = startBff()
    const present = await followLive(bff)
    await service.ctx.db.transaction().execute(async (trx) => {
      for (const mark of marksOf(700)) await emitMarked(mark, service.demo.id, trx)
    })
    await expect.poll(present.reasons).toEqual(marksOf(700))
    const fromTheBeginning = await followLive(bff, '0')
    await expect.poll(fromTheBeginning.reasons).toEqual(['first', ...marksOf(700)])
    const middle = await followLive(bff, present.events()[400]?.sequence)
    await expect.poll(middle.reasons).toEqual(marksOf(700).slice(401))
  })

  test('behavior: a page that missed too many events gets a reset and continues from there', async () => {
    await service.ctx.db.transaction().execute(async (trx) => {
      for (const mark of marksOf(1_200)) await emitMarked(mark, service.demo.id, trx)
    })
    await waitFor('a sequence number of each event', async () => {
      const numbered = await sequenceEvents(service.ctx.db, new Date())
      return numbered.length === 0
    })
    const reader = await followLive(startBff(), '0')
    await expect.poll(reader.isReset).toBe(true)
    await emitMarked('after')
    await expect.poll(reader.reasons).toEqual(['after'])
  })

  test('behavior: the service was restored to an earlier state → a reset, and new events arrive', async () => {
    const page = await followLive(startBff())
    for (const mark of marksOf(3)) await emitMarked(mark)
    await expect.poll(page.reasons).toEqual(marksOf(3))
    const { db, streams } = service.ctx
    const last = BigInt(page.events().at(-1)?.sequence ?? '')
    await db
      .deleteFrom('events')
      .where('sequence', '>', String(last - 2n))
      .execute()
    await db
      .updateTable('event_counter')
      .set({ last_sequence: String(last - 2n) })
      .execute()
    streams.ofKeys.endAll()
    service.ctx.streams = createStreams(service.ctx)
    await expect.poll(page.isReset).toBe(true)
    await emitMarked('after')
    await expect.poll(() => page.reasons().at(-1)).toBe('after')
  })

  test('error: a 409 with another code keeps the position, so no page is reset and no event is missed', async () => {
    const page = await followLive(startBff())
    await emitMarked('0')
    await expect.poll(page.reasons).toEqual(['0'])
    const content = { message: 'Try again', code: 'CONFLICT' }
    const refusals = [Response.json({ statusCode: 409, content }, { status: 409 })]
    replaceService(async (request) => refusals.pop() ?? service.fetch(request))
    await emitMarked('1')
    service.ctx.streams.ofKeys.endAll()
    service.ctx.streams = createStreams(service.ctx)
    await expect.poll(() => page.reasons().at(-1)).toBe('1')
    expect(refusals).toEqual([])
    expect(page.isReset()).toBe(false)
  })

  test('behavior: a position of another database gets a reset', async () => {
    const reader = await followLive(startBff(), '999999999999999999')
    await expect.poll(reader.isReset).toBe(true)
    await emitMarked('after')
    await expect.poll(reader.reasons).toEqual(['after'])
  })

  test.each([404, 405, 501, 403])(
    'behavior: a service that responds with %i has no stream: off',
    async (status) => {
      replaceService(async () =>
        Response.json({ statusCode: status, content: { message: 'No' } }, { status }),
      )
      const reader = await follow(startBff())
      await expect.poll(reader.state).toBe('off')
    },
  )

  test('behavior: an older service that returns the list instead is off too', async () => {
    replaceService(async () => Response.json({ statusCode: 200, content: [] }))
    const reader = await follow(startBff())
    await expect.poll(reader.state).toBe('off')
  })

  test('behavior: a failed connection is retried until it opens', async () => {
    let asked = 0
    replaceService((request) => {
      asked += 1
      return asked < 3 ? Promise.resolve(new Response(null, { status: 503 })) : service.fetch(request)
    })
    await followLive(startBff())
    expect(asked).toBe(3)
  })
})

describe('changes by administrators', () => {
  const changes = ({ frames }: StreamReader) => frames.filter(({ event }) => event === 'changed').length

  test('behavior: open pages of others are notified when a member joins, and of each change', async () => {
    const page = await followLive(world.bff)
    const guest = await addMember(world, admin, { role: 'operator', name: 'Grace' })
    // The invitation sends no notification, because this session created it.
    await expect.poll(() => changes(page)).toBe(1)
    const address = `/api/addresses/0x${'1'.repeat(40)}`
    const saved = await guest.browser.send(address, { method: 'PUT', body: { label: 'Shop', note: '' } })
    expect(saved.status).toBe(200)
    await expect.poll(() => changes(page)).toBe(2)
    const named = await guest.browser.send('/api/account/name', { method: 'PUT', body: { name: 'Grace H.' } })
    expect(named.status).toBe(200)
    await expect.poll(() => changes(page)).toBe(3)
  })

  test('behavior: the session that made a change is not notified, and no page is notified of reads and refused changes', async () => {
    const page = await followLive(world.bff)
    const guest = await addMember(world, admin, { role: 'read-only', name: 'Grace' })
    await expect.poll(() => changes(page)).toBe(1)
    const theirs = await createBrowser(world.bff, guest.browser.cookies).send('/api/live')
    const reader = pages.read(theirs)
    expect((await guest.browser.send('/api/members')).status).toBe(200)
    const refused = { method: 'DELETE', body: {} }
    expect((await guest.browser.send(`/api/addresses/0x${'1'.repeat(40)}`, refused)).status).toBe(403)
    const body = { label: 'Shop', note: '' }
    const saved = await admin.browser.send(`/api/addresses/0x${'1'.repeat(40)}`, { method: 'PUT', body })
    expect(saved.status).toBe(200)
    await expect.poll(() => changes(reader)).toBe(1)
    expect(changes(page)).toBe(1)
  })
})

describe('waiting for a transaction', () => {
  const never = new AbortController().signal
  const wait = (more: Partial<TransactionWait> = {}) =>
    world.ctx.live.waitForTransaction({
      organizationId: ORGANIZATION.id,
      transactionUuid: UUID,
      signal: never,
      timeoutMs: 20_000,
      ...more,
    })
  afterAll(() => world.ctx.live.stop())

  test('behavior: a change of the transaction ends the wait, a change of another does not', async () => {
    // The first wait resolves when the connection opens, because events before that were not delivered.
    expect(await wait()).toBe(true)
    const waits = [wait(), wait()]
    const elsewhere = wait({ transactionUuid: UUID.replaceAll('a', 'b'), timeoutMs: 300 })
    await emitMarked('news')
    expect(await Promise.all([...waits, elsewhere])).toEqual([true, true, false])
  })

  test('behavior: a wait ends at its timeout and with its signal', async () => {
    const leaving = new AbortController()
    const left = wait({ signal: leaving.signal, transactionUuid: UUID.replaceAll('a', 'b') })
    leaving.abort()
    expect(await left).toBe(false)
    expect(await wait({ timeoutMs: 50, transactionUuid: UUID.replaceAll('a', 'c') })).toBe(false)
  })

  test('behavior: events published here arrive too if the service has no stream', async () => {
    const { live } = world.ctx
    const waiting = wait()
    const event = { id: 'evt_1', type: 'transaction.rejected', timestamp: new Date().toISOString() } as const
    live.publish('org-2', { ...event, data: { transactionUuid: UUID } })
    live.publish(ORGANIZATION.id, { ...event, data: { transactionUuid: UUID } })
    expect(await waiting).toBe(true)
  })
})
