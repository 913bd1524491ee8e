import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { readStream, type StreamReader } from '#protocol/testing/read-stream.ts'
import type { Protected } from '#service/testing/approval-service.ts'
import type { TestApprover } from '#service/testing/approver-devices.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

let one: Protected
const readers: StreamReader[] = []
const world = await forFile(serviceWorld.approvals())
beforeEach(async () => {
  one = await world.protectedWallet()
})
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.leave().catch(() => undefined)))
})

function ask(approver: TestApprover | undefined, headers: Record<string, string> = {}): Promise<Response> {
  const cookie = approver === undefined ? {} : { cookie: approver.cookie() }
  const all = { accept: 'text/event-stream', 'sec-fetch-site': 'same-origin', ...cookie, ...headers }
  return world.fetch(new Request('http://localhost:4000/approve/api/live', { headers: all }))
}

async function follow(approver: TestApprover, headers: Record<string, string> = {}) {
  const reader = readStream(await ask(approver, headers))
  readers.push(reader)
  return { ...reader, changes: () => reader.frames.length }
}

test('behavior: a page is notified of held, seen, decided, sent and mined transactions, and of nothing else', async () => {
  const reader = await follow(one.approver)
  const uuid = await world.hold(one.wallet)
  await expect.poll(reader.changes).toBe(1)
  await one.approver.get(`/transactions/${uuid}`)
  await expect.poll(reader.changes).toBe(2)
  await one.approver.get(`/transactions/${uuid}`)
  await one.approver.decide(uuid, 'approve')
  expect((await world.ended(uuid)).status).toBe('CONFIRMED')
  // The five changes are: held, seen, approved, sent and confirmed. Reading the transaction a second time is no
  // change.
  await expect.poll(reader.changes).toBe(5)
  expect(reader.frames.map(({ event, data }) => [event, data])).toEqual(
    Array.from({ length: 5 }, () => ['change', '{}']),
  )
  const ids = reader.frames.map(({ id }) => Number(id))
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  expect(new Set(ids).size).toBe(5)
})

test('behavior: sends declined and expired transactions', async () => {
  const reader = await follow(one.approver)
  const declined = await world.hold(one.wallet)
  await one.approver.decide(declined, 'reject')
  await expect.poll(reader.changes).toBe(2)
  const expired = await world.hold(one.wallet)
  await world.setDeadline(expired)
  expect((await world.ended(expired)).status).toBe('EXPIRED')
  await expect.poll(reader.changes).toBe(4)
})

test('behavior: sends held and decided messages, only to their approver', async () => {
  const other = await world.protectedWallet()
  const [reader, otherReader] = [await follow(one.approver), await follow(other.approver)]
  const { messageUuid } = await world.holdMessage(one.wallet)
  await expect.poll(reader.changes).toBe(1)
  await one.approver.decide(messageUuid, 'reject', { of: 'message' })
  await expect.poll(reader.changes).toBe(2)
  // Only this later change arrives. Changes of the other person's message would have arrived before it.
  await world.hold(other.wallet)
  await expect.poll(otherReader.changes).toBe(1)
})

test('behavior: sends nothing of another person, and nothing of the same user’s other email', async () => {
  const other = await world.protectedWallet()
  const user = 'one-user-two-people'
  const first = await world.protectedWallet({ externalUserId: user, email: 'first@example.com' })
  const second = await world.protectedWallet({ externalUserId: user, email: 'second@example.com' })
  const [firstReader, secondReader, otherReader] = [
    await follow(first.approver),
    await follow(second.approver),
    await follow(other.approver),
  ]
  await world.hold(first.wallet)
  await expect.poll(firstReader.changes).toBe(1)
  // Only these later changes arrive. Changes of the first wallet would have arrived before them.
  await world.hold(second.wallet)
  await world.hold(other.wallet)
  await expect.poll(secondReader.changes).toBe(1)
  await expect.poll(otherReader.changes).toBe(1)
  expect(firstReader.changes()).toBe(1)
})

test('behavior: a reconnecting page receives what it missed', async () => {
  const first = await follow(one.approver)
  await world.hold(one.wallet)
  await expect.poll(first.changes).toBe(1)
  await first.leave()
  await world.hold(one.wallet)
  const again = await follow(one.approver, { 'last-event-id': first.frames[0]?.id ?? '' })
  await expect.poll(again.changes).toBe(1)
  expect(again.frames[0]?.id).not.toBe(first.frames[0]?.id)
})

test('behavior: signing out ends it within seconds', async () => {
  const reader = await follow(one.approver)
  expect((await one.approver.post('/sign-out', {})).status).toBe(200)
  await expect.poll(reader.ended).toBe('closed')
})

test('behavior: a session that has expired ends it within seconds', async () => {
  const reader = await follow(one.approver)
  await sql`update approver_sessions set expires_at = now()`.execute(world.ctx.db)
  await expect.poll(reader.ended).toBe('closed')
})

test('error: rejects strangers, API keys, other sites and malformed requests', async () => {
  const statuses = [
    await ask(undefined),
    await ask(one.approver, { 'x-api-key': world.demo.key }),
    await ask(one.approver, { 'sec-fetch-site': 'cross-site' }),
    await ask(one.approver, { origin: 'https://shop.example' }),
    await ask(one.approver, { accept: 'application/json' }),
    await ask(one.approver, { 'last-event-id': 'x' }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([401, 403, 403, 403, 404, 400])
})

test('error: a session has at most six streams', async () => {
  for (let count = 0; count < 6; count += 1) await follow(one.approver)
  expect((await ask(one.approver)).status).toBe(429)
})
