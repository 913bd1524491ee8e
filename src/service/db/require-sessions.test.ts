import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runOn } from '#service/testing/postgres-statements.ts'
import { createPostgresDatabase } from '#service/testing/test-database.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { openSingle } from './open-postgres.ts'
import { requireSessions } from './require-sessions.ts'

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES'] ?? ''
const log = pino({ level: 'silent' })

describe.skipIf(POSTGRES === '')('the check of sessions', () => {
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>
  beforeAll(async () => {
    database = await createPostgresDatabase(POSTGRES)
  })
  afterAll(() => database.drop())

  /** Advisory locks that any session of the database holds. */
  const readLocks = () =>
    runOn(database.url, async (query) => {
      const { rows } = await query(`select objid from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`)
      return rows
    })

  /** A pooler with one session, which stays open when a client leaves. `fail` is called for each transaction. */
  function pooled(session: Database, fail: (transactions: number) => boolean = () => false): Database {
    let transactions = 0
    return new Proxy(session, {
      get: (target, name) => {
        if (name === 'destroy') return async () => undefined
        if (name === 'transaction' && fail((transactions += 1))) throw new Error('the connection broke')
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  test('behavior: Postgres itself → accepted with two connections, and without a lock', async () => {
    const opened = await openDatabase({ databaseUrl: database.url, dataDir: '', log })
    const { used, idle } = opened.connections?.() ?? { used: NaN, idle: NaN }
    expect(used + idle).toBe(1)
    expect(await readLocks()).toEqual([])
    await opened.close()
  })

  test('error: a session that transactions share → refused, and no lock is left', async () => {
    const session = openSingle(database.url, log)
    const refused = requireSessions(pooled(session), () => pooled(session))
    await expect(refused).rejects.toThrow('Set DATABASE_LISTEN_URL')
    expect(await readLocks()).toEqual([])
    await session.destroy()
  })

  test('error: a connection that breaks while the lock is held → its error, and no lock is left', async () => {
    const session = openSingle(database.url, log)
    const breaking = pooled(session, (transactions) => transactions === 2)
    await expect(requireSessions(breaking, () => pooled(session))).rejects.toThrow('the connection broke')
    expect(await readLocks()).toEqual([])
    await session.destroy()
  })
})
