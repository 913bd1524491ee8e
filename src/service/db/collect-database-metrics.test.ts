import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { createMetrics } from '#service/http/metrics.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { hasTestPostgres } from '#service/testing/test-database.ts'
import { collectDatabaseMetrics } from './collect-database-metrics.ts'

afterEach(() => void vi.useRealTimers())

async function open() {
  const database = await serviceWorld.database()
  const metrics = createMetrics({ log: pino({ level: 'silent' }) })
  collectDatabaseMetrics({ db: database.db, metrics })
  const readLines = async (name: string) =>
    (await metrics.text()).split('\n').filter((line) => line.startsWith(`latchkey_${name}`))
  return { ...database, readLines }
}

// The embedded engine of the tests reads the clock of this process.
test.skipIf(!hasTestPostgres())(
  'behavior: reports how far the clock of this machine is ahead of the database’s',
  async () => {
    const { readLines, close } = await open()
    const readAhead = async () => Number((await readLines('clock_ahead_seconds'))[0]?.split(' ')[1])
    expect(Math.abs(await readAhead())).toBeLessThan(5)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 })
    expect(Math.abs((await readAhead()) - 7_200)).toBeLessThan(5)
    await close()
  },
)

test.skipIf(!hasTestPostgres())(
  'behavior: reports a session that waits for a row, with its table and for how long',
  async () => {
    const { db, readLines, close } = await open()
    const lease = { name: 'held', owner: randomUUID(), expires_at: new Date() }
    await db.insertInto('leases').values(lease).execute()
    expect(await readLines('database_lock_waits{')).toEqual(['latchkey_database_lock_waits{table="other"} 0'])
    const gate = new EventEmitter()
    const released = once(gate, 'release')
    const holder = db.transaction().execute(async (trx) => {
      await trx.selectFrom('leases').selectAll().forUpdate().execute()
      await released
    })
    const waiter = db.deleteFrom('leases').where('name', '=', 'held').execute()
    await expect
      .poll(() => readLines('database_lock_waits{'))
      .toEqual([
        'latchkey_database_lock_waits{table="other"} 0',
        'latchkey_database_lock_waits{table="leases"} 1',
      ])
    const seconds = async () =>
      Number((await readLines('database_lock_wait_seconds{table="leases"}'))[0]?.split(' ')[1])
    await expect.poll(seconds).toBeGreaterThan(0.5)
    gate.emit('release')
    await Promise.all([holder, waiter])
    expect(await readLines('database_lock_waits{')).toHaveLength(1)
    await close()
  },
)
