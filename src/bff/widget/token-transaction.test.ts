import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readContent, readError, request } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { fromPage, openShop, type Shop } from '#bff/testing/shop.ts'
import { SHOP, type TestBff } from '#bff/testing/test-bff.ts'
import { buildWallet } from '#bff/testing/upstream-stand-in.ts'
import { MINE, THEIRS, TRANSACTION, UUID } from '#bff/testing/widget-bodies.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import { transactionSchema } from '#protocol/transactions.ts'
import { EVENT_STREAM_HEADERS } from '#server-kit/live/event-frame.ts'

const HELD = `/transactions/${UUID}?knownStatus=PENDING_USER_APPROVAL&waitSeconds=`
const statusSchema = z.pick(transactionSchema, { status: true })

let shop: Shop
let status: TransactionState
/** The service's event stream, if it has one. */
let stream: ReadableStreamDefaultController<Uint8Array> | undefined
let hasStream: boolean
const leaving: AbortController[] = []

const world: TestBff = await forFile(
  consoleWorld.bff({
    upstreamFetch: async (sent) => {
      const isStream = hasStream && sent.headers.get('accept') === 'text/event-stream'
      if (!isStream) return world.upstream.fetch(sent)
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) })
      return new Response(body, { headers: { ...EVENT_STREAM_HEADERS, 'last-event-id': '0' } })
    },
  }),
)
beforeEach(async () => {
  await world.reset()
  shop = await openShop(world)
  hasStream = true
  status = 'PENDING_USER_APPROVAL'
  world.upstream.wallets.push(buildWallet(MINE, 'user-1'))
  world.upstream.on(`GET /v1/baas/transactions/${UUID}`, () => ({ content: { ...TRANSACTION, status } }))
})
afterEach(() => {
  for (const left of leaving.splice(0)) left.abort()
})

const looks = () => world.upstream.seen.filter(({ path }) => path.endsWith(UUID)).length
const statusOf = async (answer: Response) => statusSchema.parse(await readContent(answer)).status

let sequence = 0
/** Sends an event of the service about the transaction. */
function tell(type = 'transaction.approved') {
  sequence += 1
  const timestamp = '2026-11-21T10:00:00.000Z'
  const event = {
    id: `evt_${sequence}`,
    sequence: String(sequence),
    type,
    timestamp,
    data: { transactionUuid: UUID, status },
  }
  stream?.enqueue(
    new TextEncoder().encode(`id: ${sequence}\nevent: ${type}\ndata: ${JSON.stringify(event)}\n\n`),
  )
}

/** Starts a long poll. It ends with the test at the latest. */
function wait(token: string, seconds = 25) {
  const left = new AbortController()
  leaving.push(left)
  const headers = { origin: SHOP, 'sec-fetch-site': 'cross-site', authorization: `Bearer ${token}` }
  const sent = new Request(request(`/api/widget${HELD}${seconds}`, { headers }), { signal: left.signal })
  const waiting = { isOver: false, leave: () => left.abort() }
  const answer = world.bff.fetch(sent).finally(() => (waiting.isOver = true))
  return { waiting, answer }
}

test.each([
  ['waitSeconds=26', 'waitSeconds'],
  ['waitSeconds=-1', 'waitSeconds'],
  ['waitSeconds=1.5', 'waitSeconds'],
  ['knownStatus=HELD', 'knownStatus'],
  ['more=1', 'more'],
])('param: %s is rejected', async (query, path) => {
  const answer = await fromPage(world, await shop.token(), `/transactions/${UUID}?${query}`)
  expect(await readError(answer)).toMatchObject({ status: 400, errors: [{ path }] })
})

test('behavior: returns at once if the status differs from the known one, or if the request has no known one', async () => {
  const token = await shop.token()
  status = 'CONFIRMED'
  expect(await statusOf(await fromPage(world, token, `${HELD}25`))).toBe('CONFIRMED')
  expect(await statusOf(await fromPage(world, token, `/transactions/${UUID}`))).toBe('CONFIRMED')
  expect(await statusOf(await fromPage(world, token, `/transactions/${UUID}?waitSeconds=25`))).toBe(
    'CONFIRMED',
  )
  expect(looks()).toBe(3)
})

test('behavior: waits with the same status until the service reports another one', async () => {
  const { answer, waiting } = wait(await shop.token())
  await expect.poll(looks).toBeGreaterThan(0)
  await expect.poll(() => stream).toBeDefined()
  tell('transaction.seen')
  await expect.poll(looks).toBeGreaterThan(1)
  expect(waiting.isOver).toBe(false)
  status = 'APPROVED'
  tell()
  expect(await statusOf(await answer)).toBe('APPROVED')
})

test('behavior: polls a service without a stream', async () => {
  hasStream = false
  const bff = world.another({})
  const answer = fromPage({ bff }, await shop.token(), `${HELD}25`)
  await expect.poll(looks).toBeGreaterThan(0)
  status = 'REJECTED'
  expect(await statusOf(await answer)).toBe('REJECTED')
  expect(looks()).toBeLessThan(6)
  bff.release()
})

test('behavior: at the timeout returns the known status, and the wait does not count as latency', async () => {
  const answered = await wait(await shop.token(), 1).answer
  expect(await statusOf(answered)).toBe('PENDING_USER_APPROVAL')
  const line = world.logs.find((logged) => logged.includes(UUID) && logged.includes('"request"')) ?? '{}'
  expect(z.object({ ms: z.number() }).parse(JSON.parse(line)).ms).toBeLessThan(1000)
})

test('error: a token that expires during the wait gets an error', async () => {
  const { answer } = wait(await shop.token())
  await expect.poll(looks).toBeGreaterThan(0)
  world.pass(600)
  tell('transaction.seen')
  expect(await readError(answer)).toMatchObject({ status: 401, code: 'WIDGET_TOKEN_EXPIRED' })
})

test('error: another user’s transaction gets the error of an unknown one, without a wait', async () => {
  world.upstream.wallets.push(buildWallet(THEIRS, 'user-2'))
  const token = await shop.token({ externalUserId: 'user-2' })
  const answer = await fromPage(world, token, `${HELD}25`)
  expect(await readError(answer)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
})

test('error: a token has at most four waits, and an aborted wait frees its slot', async () => {
  const token = await shop.token()
  const held = [1, 2, 3, 4].map(() => wait(token))
  await expect.poll(looks).toBe(4)
  const fifth = await fromPage(world, token, `${HELD}25`)
  expect(fifth.headers.get('retry-after')).toBe('2')
  expect(await readError(fifth)).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
  expect((await fromPage(world, await shop.token(), `${HELD}1`)).status).toBe(200)
  held[0]?.waiting.leave()
  await held[0]?.answer
  const next = wait(token)
  await expect.poll(looks).toBeGreaterThan(5)
  expect(next.waiting.isOver).toBe(false)
})

test('behavior: a process that shuts down responds to all waiting requests', async () => {
  const bff = world.another({})
  const token = await shop.token()
  const waiting = fromPage({ bff }, token, `${HELD}25`)
  await expect.poll(looks).toBeGreaterThan(0)
  bff.release()
  expect(await statusOf(await waiting)).toBe('PENDING_USER_APPROVAL')
})

test('behavior: a digest finds the transaction of an own wallet, and never another user’s', async () => {
  const digest = `0x${'Cd'.repeat(32)}`
  const wanted = { ...TRANSACTION, digest: digest.toLowerCase() }
  const theirs = { ...wanted, walletAddress: THEIRS }
  world.upstream.on('GET /v1/baas/transactions', () => ({ content: [TRANSACTION, wanted, theirs] }))
  const token = await shop.token()
  const answer = await fromPage(world, token, `/transactions?wallet=${MINE}&digest=${digest}`)
  expect(await readContent(answer)).toEqual([wanted])
  expect(world.upstream.seen.at(-1)?.query).toBe(`?wallet=${MINE}&digest=${digest}`)
  expect((await fromPage(world, token, `/transactions?wallet=${MINE}&digest=0x12`)).status).toBe(400)
})
