import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import type { OrganizationEvent } from '#protocol/events.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { waitFor } from '#protocol/testing/wait-for.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { emitEvent } from './emit-event.ts'
import { createLiveEvents, type LiveEvents } from './live-events.ts'
import { sequenceEvents } from './run-webhooks.ts'

const running: LiveEvents[] = []
const world = await forFile(serviceWorld.webhooks())
afterEach(async () => {
  await Promise.all(running.splice(0).map((live) => live.stop()))
  await world.endTest()
})

/** A process that streams, and the events that its subscriber received. */
function startLive(): LiveEvents {
  const live = createLiveEvents(world.ctx)
  running.push(live)
  return live
}

async function follow(live: LiveEvents, afterSequence?: string) {
  const received: OrganizationEvent[] = []
  const onEvent = (event: OrganizationEvent) => void received.push(event)
  const end = await live.subscribe({ organizationId: world.demo.id, afterSequence, onEvent })
  return { received, end, reasons: () => received.map((event) => event.data.reason) }
}

function emitMarked(reason: string, db = world.ctx.db) {
  const event = { organizationId: world.demo.id, type: 'transaction.failed', at: new Date() } as const
  return emitEvent(db, { ...event, data: { reason } })
}

test('behavior: every process sends its subscribers each event in order and once', async () => {
  await world.deliver()
  const followers = [await follow(startLive()), await follow(startLive())]
  const other = await world.addOrganization('Elsewhere', 'elsewhere.example')
  const marks = Array.from({ length: 30 }, (_, index) => String(index))
  for (const mark of marks) {
    await emitMarked(mark)
    await world.emit('wallet.created', other)
  }
  for (const { reasons } of followers) await expect.poll(reasons).toEqual(marks)
})

test('behavior: a returning subscriber continues after the last seen event; without one, it starts from now', async () => {
  await world.deliver()
  const live = startLive()
  const first = await follow(live)
  await emitMarked('a')
  await expect.poll(first.reasons).toEqual(['a'])
  first.end()
  for (const mark of ['b', 'c']) await emitMarked(mark)
  const again = await follow(live, first.received[0]!.sequence)
  await expect.poll(again.reasons).toEqual(['b', 'c'])
  const late = await follow(live)
  await emitMarked('d')
  await expect.poll(late.reasons).toEqual(['d'])
  await expect.poll(again.reasons).toEqual(['b', 'c', 'd'])
  expect(first.reasons()).toEqual(['a'])
})

test('behavior: reads more events than one query returns, for followers at different positions', async () => {
  const marks = Array.from({ length: 1_203 }, (_, index) => String(index))
  await world.ctx.db.transaction().execute(async (trx) => {
    for (const mark of marks) await emitMarked(mark, trx)
  })
  await waitFor('a sequence number of each event', async () => {
    const numbered = await sequenceEvents(world.ctx.db, new Date())
    return numbered.length === 0
  })
  const live = startLive()
  const all = await follow(live, '0')
  await expect.poll(all.reasons).toEqual(marks)
  const middle = await follow(live, all.received[700]!.sequence)
  await expect.poll(middle.reasons).toEqual(marks.slice(701))
  expect(all.received).toHaveLength(1_203)
})

test.runIf(process.env['LATCHKEY_TEST_POSTGRES'])(
  'behavior: an event that was stored first but committed last is sent last, and not missed',
  async () => {
    await world.deliver()
    const { reasons } = await follow(startLive())
    let commit: () => void = () => undefined
    const mayCommit = new Promise<void>((resolve) => {
      commit = resolve
    })
    let stored: () => void = () => undefined
    const isStored = new Promise<void>((resolve) => {
      stored = resolve
    })
    const slow = world.ctx.db.transaction().execute(async (trx) => {
      await emitMarked('stored first', trx)
      stored()
      await mayCommit
    })
    await isStored
    await emitMarked('committed first')
    await expect.poll(reasons).toEqual(['committed first'])
    commit()
    await slow
    await expect.poll(reasons).toEqual(['committed first', 'stored first'])
  },
)

test.runIf(process.env['LATCHKEY_TEST_POSTGRES'])(
  'behavior: events that a numbering process leaves unnumbered are soon numbered by another',
  async () => {
    const { db } = world.ctx
    await world.deliver()
    const { reasons } = await follow(startLive())
    // Holds the lock for numbering, like a process that numbers events and does not see events that are stored
    // meanwhile.
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('event_counter').selectAll().forUpdate().execute()
      const transactions = vi.spyOn(db, 'transaction')
      await emitMarked('left')
      await expect.poll(() => transactions.mock.results.length).toBeGreaterThan(0)
      transactions.mockRestore()
      // Meanwhile, the other process finds the row locked.
      for (let queries = 0; queries < 10; queries += 1) await sql`select 1`.execute(trx)
    })
    await expect.poll(reasons, { timeout: 2_000 }).toEqual(['left'])
  },
)
