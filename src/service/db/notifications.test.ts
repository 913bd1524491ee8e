import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { serviceWorld } from '#service/testing/service-world.ts'
import { NotificationHandlers, notify } from './notifications.ts'

let heard: (string | undefined)[]
let ignore: () => void
const opened = await serviceWorld.database()
beforeEach(async () => {
  heard = []
  ignore = await opened.notifications.listen('approved', (payload) => heard.push(payload))
  return () => ignore()
})
afterAll(() => opened.close())

/**
 * Sends a mark and returns the notifications that arrived before the mark. Notifications arrive in the order in which
 * they were sent.
 */
async function heardUntilMark(): Promise<(string | undefined)[]> {
  await notify(opened.db, 'approved', 'mark')
  await expect.poll(() => heard.includes('mark')).toBe(true)
  return heard.filter((payload) => payload !== undefined && payload !== 'mark')
}

describe('notifications', () => {
  test('behavior: arrive after the commit, and equal notifications arrive once', async () => {
    await opened.db.transaction().execute(async (trx) => {
      await notify(trx, 'approved', 'one with spaces')
      await notify(trx, 'approved', 'one with spaces')
      await sql`select 1`.execute(trx)
      expect(heard).not.toContain('one with spaces')
    })
    expect(await heardUntilMark()).toEqual(['one with spaces'])
  })

  test('behavior: a transaction that is rolled back sends nothing', async () => {
    const failing = opened.db.transaction().execute(async (trx) => {
      await notify(trx, 'approved', 'never')
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    expect(await heardUntilMark()).toEqual([])
  })

  test('behavior: other channels do not arrive, and nothing arrives after the end', async () => {
    await notify(opened.db, 'outcomes', 'other')
    expect(await heardUntilMark()).toEqual([])
    ignore()
    const others: (string | undefined)[] = []
    const ignoreOthers = await opened.notifications.listen('approved', (payload) => others.push(payload))
    heard = []
    await notify(opened.db, 'approved', 'late')
    await expect.poll(() => others).toContain('late')
    expect(heard).toEqual([])
    ignoreOthers()
  })

  test.runIf(process.env['LATCHKEY_TEST_POSTGRES'])(
    'behavior: a connection that the server ends is reopened, and handlers learn that they may have missed something',
    async () => {
      expect(await heardUntilMark()).toEqual([])
      heard = []
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'latchkey notifications' and datname = current_database()`.execute(opened.db)
      await expect.poll(() => heard).toContain(undefined)
      await notify(opened.db, 'approved', 'again')
      await expect.poll(() => heard).toContain('again')
    },
  )
})

describe('NotificationHandlers', () => {
  test('behavior: the same handler registered twice is called twice until each registration ends', () => {
    const handlers = new NotificationHandlers()
    const received: (string | undefined)[] = []
    const handler = (payload: string | undefined) => void received.push(payload)
    const end = handlers.add('events', handler)
    handlers.add('events', handler)
    handlers.dispatch('events x')
    end()
    handlers.dispatch('events y')
    handlers.missed()
    expect(received).toEqual(['x', 'x', 'y', undefined])
  })
})
