import { connect } from 'node:net'
import { serve, type ServerType } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ERRORS } from '#protocol/errors.ts'
import { eventSchema } from '#protocol/events.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { readStream, type StreamReader } from '#protocol/testing/read-stream.ts'
import { createStreams } from '#service/create-service.ts'
import { goOnFromEarlierState } from '#service/db/earlier-state.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { emitEvent } from './emit-event.ts'

const PATH = '/v1/org/events'

const readers: StreamReader[] = []
const world = await forFile(serviceWorld.webhooks())
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.leave().catch(() => undefined)))
  world.ctx.streams = createStreams(world.ctx)
  await world.endTest()
})

type Asked = { key?: string; query?: string; headers?: Record<string, string> }

function ask({ key = world.demo.key, query = '', headers = {} }: Asked = {}): Promise<Response> {
  const all = { accept: 'text/event-stream', 'x-api-key': key, ...headers }
  return world.fetch(new Request(`http://service.test${PATH}${query}`, { headers: all }))
}

async function follow(asked: Asked = {}) {
  const reader = readStream(await ask(asked))
  readers.push(reader)
  const events = () => reader.frames.map(({ data }) => eventSchema.parse(JSON.parse(data)))
  return { ...reader, events, reasons: () => events().map(({ data }) => data.reason) }
}

function emitMarked(reason: string, organizationId = world.demo.id, size = 0) {
  const event = { organizationId, type: 'transaction.failed', at: new Date() } as const
  return emitEvent(world.ctx.db, {
    ...event,
    data: { reason, ...(size > 0 && { origin: 'x'.repeat(size) }) },
  })
}

describe('the stream of events', () => {
  test('behavior: sends each event of the organization once, with its sequence as id and its type as name', async () => {
    await world.deliver()
    const other = await world.addOrganization('Elsewhere', 'elsewhere.example')
    const reader = await follow()
    expect(Object.fromEntries(reader.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'last-event-id': expect.stringMatching(/^[0-9]+$/),
      'x-request-id': expect.any(String),
    })
    for (const mark of ['a', 'b']) {
      await emitMarked(mark, other.id)
      await emitMarked(mark)
    }
    await expect.poll(reader.reasons).toEqual(['a', 'b'])
    for (const [index, event] of reader.events().entries()) {
      expect(reader.frames[index]).toMatchObject({ id: event.sequence, event: 'transaction.failed' })
    }
    const listed = await world.call('GET', `${PATH}?limit=2`)
    expect(reader.events().toReversed()).toEqual(listed.content)
  })

  test('behavior: a reader that returns with the last id misses nothing and gets nothing twice', async () => {
    await world.deliver()
    const first = await follow()
    await emitMarked('a')
    await expect.poll(first.reasons).toEqual(['a'])
    await first.leave()
    for (const mark of ['b', 'c']) await emitMarked(mark)
    const lastEventId = first.events()[0]?.sequence ?? ''
    const byHeader = await follow({ headers: { 'last-event-id': lastEventId }, query: '?afterSequence=0' })
    const byQuery = await follow({ query: `?afterSequence=${lastEventId}` })
    await emitMarked('d')
    for (const { reasons } of [byHeader, byQuery]) await expect.poll(reasons).toEqual(['b', 'c', 'd'])
  })

  test('behavior: a reader that lost the connection before the first event continues from the start of the stream', async () => {
    await world.deliver()
    const response = await ask()
    const begun = new TextDecoder().decode((await response.body?.getReader().read())?.value)
    expect(begun).toContain(`id: ${response.headers.get('last-event-id')}\n\n`)
    await emitMarked('missed')
    const place = { 'last-event-id': response.headers.get('last-event-id') ?? '' }
    await expect.poll((await follow({ headers: place })).reasons).toEqual(['missed'])
  })

  describe('a database in an earlier state than its readers', () => {
    /** Returns the last sequence that readers have seen, and a later one that was assigned only in the lost state. */
    const numbered = async () => {
      await world.deliver()
      await emitMarked('before')
      await expect.poll(async () => (await world.call('GET', PATH)).content).toHaveLength(1)
      const [{ sequence }] = (await world.call('GET', PATH)).content
      return { last: String(sequence), lost: String(BigInt(sequence) + 3n) }
    }

    test('error: a sequence that was never assigned → 409 from the list, the stream and a replay, with the next step', async () => {
      const { last, lost } = await numbered()
      const { id } = await world.register('/hook')
      const answers = [
        await world.call('GET', `${PATH}?afterSequence=${lost}&waitSeconds=15`),
        await world.call('POST', `/v1/org/webhooks/${id}/replay`, { body: { afterSequence: lost } }),
      ].map(({ status, content }) => ({ status, content }))
      for (const asked of [{ headers: { 'last-event-id': lost } }, { query: `?afterSequence=${lost}` }]) {
        const response = await ask(asked)
        const body = z.object({ content: z.unknown() }).parse(await response.json())
        answers.push({ status: response.status, content: body.content })
      }
      const content = { code: 'EVENT_CURSOR_AHEAD', message: ERRORS.EVENT_CURSOR_AHEAD.message(lost, last) }
      expect(answers).toEqual([1, 2, 3, 4].map(() => ({ status: 409, content })))
    })

    test('behavior: a restore skips the lost sequences → a reader with one of them goes on without a gap', async () => {
      const { last, lost } = await numbered()
      const skipped = await goOnFromEarlierState(world.ctx.db)
      const reader = await follow({ headers: { 'last-event-id': lost } })
      await emitMarked('after')
      await expect.poll(reader.reasons).toEqual(['after'])
      const listed = await world.call('GET', `${PATH}?afterSequence=${lost}`)
      expect(listed.content).toMatchObject([{ data: { reason: 'after' } }])
      expect(BigInt(listed.content[0].sequence)).toBe(BigInt(skipped) + 1n)
      expect(BigInt(skipped)).toBeGreaterThan(BigInt(last) + 1_000_000n)
      // A second restore of the same backup assigns different sequences.
      await world.ctx.db.updateTable('event_counter').set({ last_sequence: last }).execute()
      expect(BigInt(await goOnFromEarlierState(world.ctx.db))).toBeGreaterThan(BigInt(skipped))
    })

    test('behavior: another history, as of a promoted replica → skips the lost sequences by itself', async () => {
      const { lost } = await numbered()
      await world.ctx.db.updateTable('event_counter').set({ history: 'of the lost primary' }).execute()
      const listed = await world.call('GET', `${PATH}?afterSequence=${lost}`)
      expect(listed).toMatchObject({ status: 200, content: [] })
      await emitMarked('after')
      await expect
        .poll(async () => (await world.call('GET', `${PATH}?afterSequence=${lost}`)).content)
        .toMatchObject([{ data: { reason: 'after' } }])
    })
  })

  test('behavior: with a type, sends only events of that type', async () => {
    await world.deliver()
    const reader = await follow({ query: '?type=wallet.created' })
    await emitMarked('no')
    await world.emit('wallet.created')
    await expect.poll(() => reader.frames.map(({ event }) => event)).toEqual(['wallet.created'])
  })

  test.each([
    [{ headers: { 'last-event-id': '-1' } }, 400],
    [{ headers: { 'last-event-id': '9'.repeat(30) } }, 400],
    [{ query: '?limit=5' }, 400],
    [{ query: '?waitSeconds=5' }, 400],
    [{ query: '?beforeSequence=5' }, 400],
    [{ key: 'pk_live_none' }, 401],
    [{ headers: { origin: 'https://shop.example' } }, 403],
  ])('error: %j → refused in the envelope', async (asked: Asked, status) => {
    const response = await ask(asked)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ statusCode: status, content: { code: expect.any(String) } })
    // A key in a browser raises two events some time after its response. Later tests must not read them.
    const raised = world.ctx.db.selectFrom('events').select('type').orderBy('type')
    const expected =
      'origin' in (asked.headers ?? {}) ? [{ type: 'alert.raised' }, { type: 'apikey.exposed' }] : []
    await expect.poll(() => raised.execute()).toEqual(expected)
  })

  test('error: a key without the scope reads nothing', async () => {
    expect((await ask({ key: await world.addKey(world.demo.id, ['wallet:read']) })).status).toBe(403)
  })
})

describe('the end of a stream', () => {
  test('behavior: streams of a revoked and of an expired key end within seconds; others continue', async () => {
    await world.deliver()
    const secrets = [
      await world.addKey(world.demo.id, ['org:manage']),
      await world.addKey(world.demo.id, ['org:manage']),
    ]
    const [revoked, expired] = [await follow({ key: secrets[0]! }), await follow({ key: secrets[1]! })]
    const other = await follow()
    const keys = (await world.call('GET', '/v1/org/keys')).content
    const [newest, older] = keys.toSorted(
      (a: { createdAtDatetime: string }, b: { createdAtDatetime: string }) =>
        a.createdAtDatetime < b.createdAtDatetime ? 1 : -1,
    )
    await world.call('DELETE', `/v1/org/keys/${older.id}`)
    await world.ctx.db
      .updateTable('api_keys')
      .set({ expires_at: world.ctx.clock.now() })
      .where('id', '=', newest.id)
      .execute()
    await expect.poll(() => [revoked.ended(), expired.ended()]).toEqual(['closed', 'closed'])
    await emitMarked('after')
    await expect.poll(other.reasons).toEqual(['after'])
    expect([...revoked.frames, ...expired.frames]).toEqual([])
  })

  test('error: a key has at most twenty streams, and one more once one has ended', async () => {
    const open = []
    for (let count = 0; count < 20; count += 1) open.push(await follow())
    const refused = await ask()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
    await open[0]?.leave()
    expect((await follow()).status).toBe(200)
  })

  test('behavior: when the process is about to end, streams end after sending pending events, and none starts', async () => {
    await world.deliver()
    const reader = await follow()
    await emitMarked('last')
    await expect.poll(reader.reasons).toEqual(['last'])
    world.ctx.streams.ofKeys.endAll()
    await expect.poll(reader.ended).toBe('closed')
    expect((await ask()).status).toBe(503)
  })

  test('behavior: the end of a stream is one log line, with the number of sent events and the reason; nothing else is logged', async () => {
    await world.deliver()
    const reader = await follow()
    const requestId = reader.headers.get('x-request-id')
    await emitMarked('a')
    await expect.poll(reader.reasons).toEqual(['a'])
    const linesOf = () =>
      world.ctx.logLines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId)
    expect(linesOf()).toMatchObject([{ msg: 'request', status: 200 }])
    await reader.leave()
    await expect
      .poll(linesOf)
      .toMatchObject([{ msg: 'request' }, { msg: 'stream ended', end: 'left', events: 1 }])
    expect(world.ctx.streams.ofKeys.count()).toBe(0)
  })
})

describe('over HTTP', () => {
  let server: ServerType
  let port = 0
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      const fetch = (request: Request) => world.fetch(request)
      server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, (info) => {
        port = info.port
        resolve()
      })
    })
  })
  afterAll(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    if ('closeAllConnections' in server) server.closeAllConnections()
    await closed
  })

  test('behavior: a reader that does not read is dropped, and delays no other reader', async () => {
    await world.deliver()
    const socket = connect(port, '127.0.0.1')
    const accept = ['accept: text/event-stream', `x-api-key: ${world.demo.key}`]
    socket.write([`GET ${PATH} HTTP/1.1`, 'host: service.test', ...accept, '\r\n'].join('\r\n'))
    await expect.poll(() => world.ctx.streams.ofKeys.count()).toBe(1)
    socket.pause()
    const reading = await follow()
    const marks = Array.from({ length: 60 }, (_, index) => String(index))
    for (const mark of marks) await emitMarked(mark, world.demo.id, 200_000)
    await expect.poll(reading.reasons).toEqual(marks)
    await expect.poll(() => world.ctx.streams.ofKeys.count()).toBe(1)
    expect(world.ctx.logLines.join('')).toContain('"end":"slow"')
    socket.destroy()
  })

  test('behavior: a reader that disconnects is removed', async () => {
    const leaving = new AbortController()
    const headers = { accept: 'text/event-stream', 'x-api-key': world.demo.key }
    const response = await fetch(`http://127.0.0.1:${port}${PATH}`, { headers, signal: leaving.signal })
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null])
    expect(world.ctx.streams.ofKeys.count()).toBe(1)
    leaving.abort()
    await expect.poll(() => world.ctx.streams.ofKeys.count()).toBe(0)
  })
})
