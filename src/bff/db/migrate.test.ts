import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { openPostgres } from '#service/db/open-postgres.ts'
import { createPostgresDatabase } from '#service/testing/test-database.ts'
import { migrate, STEPS } from './migrate.ts'
import type { BffTables } from './tables.ts'

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES'] ?? ''

// The embedded engine has one connection, so nothing waits for a lock there.
describe.skipIf(POSTGRES === '')('a migration of the console’s tables under load', () => {
  test('behavior: it yields, so that others wait for a table only briefly and not as long as the migration', async () => {
    const made = await createPostgresDatabase(POSTGRES)
    const opened = openPostgres({ databaseUrl: made.url, log: pino({ level: 'silent' }) })
    const db = opened.db.withTables<BffTables>()
    await migrate(db)
    const waiting = async () => {
      const { rows } =
        await sql`select from pg_locks where not granted and relation = 'bff_session'::regclass`.execute(db)
      return rows.length
    }
    let migrating: Promise<void> | undefined
    await db.transaction().execute(async (trx) => {
      await sql`select count(*) from bff_session`.execute(trx)
      migrating = migrate(db, {
        ...STEPS,
        '9001-note': {
          up: async (step) => void (await sql`alter table bff_session add column note text`.execute(step)),
        },
      })
      await expect.poll(waiting, { interval: 10 }).toBe(1)
      await db.transaction().execute(async (other) => {
        await sql`set local lock_timeout = 2000`.execute(other)
        await sql`select count(*) from bff_session`.execute(other)
      })
    })
    await migrating
    const { rows } = await sql`select note from bff_session`.execute(db)
    expect(rows).toEqual([])
    await opened.close()
    await made.drop()
  })
})
