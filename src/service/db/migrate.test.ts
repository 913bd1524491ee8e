import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { MigrationStep } from '#server-kit/db/migrations.ts'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { createPostgresDatabase } from '#service/testing/test-database.ts'
import { MIGRATIONS, migrate, migrationState } from './migrate.ts'
import type { OpenDatabase } from './open-database.ts'
import { openPostgres } from './open-postgres.ts'

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES'] ?? ''

const UP_TO_DATE = { hasRun: true, pending: [], newer: [], additions: [], foreign: [], replaced: [] }

/** A later version: one simple migration, and one that changes two tables to which every execution writes. */
const NEXT: Record<string, Migration> = {
  ...MIGRATIONS,
  '9001-note': {
    up: async (db) => void (await sql`alter table organizations add column note text`.execute(db)),
  },
  '9002-notes': {
    up: async (db) => {
      await sql`alter table transactions add column note text`.execute(db)
      await sql`alter table relayer_lanes add column note text`.execute(db)
    },
  },
}

describe('a database of another version', () => {
  let opened: OpenDatabase
  beforeEach(async () => {
    opened = await serviceWorld.database()
    await insert('Before')
  })
  afterEach(() => opened.close())

  /** Inserts an organization like this version, which does not know the column `note`. */
  const insert = (name: string) =>
    sql`insert into organizations (id, name, key_mark, created_at)
      values (gen_random_uuid(), ${name}, ${name.slice(0, 6).padEnd(6, 'x')}, now())`.execute(opened.db)
  const notes = async () =>
    (await sql`select name, note from organizations order by name desc`.execute(opened.db)).rows

  test('behavior: a later migration runs once over existing rows, and the earlier version keeps working', async () => {
    const later: Record<string, Migration> = {
      ...MIGRATIONS,
      '9001-note': {
        up: async (db) => {
          await sql`alter table organizations add column note text`.execute(db)
          await sql`update organizations set note = 'of ' || name`.execute(db)
        },
      },
    }
    await migrate(opened.db, later)
    expect(await notes()).toEqual([{ name: 'Before', note: 'of Before' }])
    await insert('After')
    await migrate(opened.db, later)
    expect(await notes()).toEqual([
      { name: 'Before', note: 'of Before' },
      { name: 'After', note: null },
    ])
    expect(await migrationState(opened.db)).toEqual({ ...UP_TO_DATE, newer: ['9001-note'] })
    await expect(migrate(opened.db)).rejects.toThrow(
      'written by a newer version of Latchkey (it has 9001-note)',
    )
  })
})

// The embedded engine has one connection, so nothing waits for a lock there.
describe.skipIf(POSTGRES === '')('a migration while others work', () => {
  let opened: OpenDatabase
  let close: () => Promise<void>
  beforeEach(async () => {
    const made = await createPostgresDatabase(POSTGRES)
    opened = openPostgres({ databaseUrl: made.url, log: pino({ level: 'silent' }) })
    await migrate(opened.db)
    close = async () => {
      await opened.close()
      await made.drop()
    }
  })
  afterEach(() => close())

  /** Starts a migration while a transaction uses a table that the migration needs. `work` runs while it waits. */
  async function migrateDuring(work: Parameters<typeof inTransaction>[0]): Promise<void> {
    let migrating: Promise<void> | undefined
    await inTransaction(async (trx) => {
      await sql`insert into relayer_lanes (chain_id, address, next_nonce, created_at)
        values (1, ${`0x${'ab'.repeat(20)}`}, 0, now())`.execute(trx)
      migrating = migrate(opened.db, NEXT)
      await expect.poll(waitingForLanes, { interval: 10 }).toBe(1)
      await work(trx)
    })
    await migrating
    expect(await migrationState(opened.db, NEXT)).toEqual(UP_TO_DATE)
  }
  const inTransaction = (work: (trx: OpenDatabase['db']) => Promise<unknown>) =>
    opened.db.transaction().execute(work)
  const waitingForLanes = async () => {
    const { rows } =
      await sql`select from pg_locks where not granted and relation = 'relayer_lanes'::regclass`.execute(
        opened.db,
      )
    return rows.length
  }
  const readTransactions = (db: OpenDatabase['db']) => sql`select count(*) from transactions`.execute(db)

  test('behavior: yields to a transaction that needs its locked tables, and both finish', () =>
    migrateDuring(readTransactions))

  test('behavior: others wait only briefly for its locked tables, not as long as it waits itself', () =>
    migrateDuring(() =>
      inTransaction(async (other) => {
        await sql`set local lock_timeout = 2000`.execute(other)
        await readTransactions(other)
      }),
    ))

  test('behavior: an index is built while rows are written, by one of the processes that start the migration', async () => {
    const name = 'organizations_by_name'
    const indexed: Record<string, MigrationStep> = {
      ...MIGRATIONS,
      '9001-index': {
        outsideTransaction: true,
        up: async (db) => {
          await sql`drop index if exists ${sql.ref(name)}`.execute(db)
          await sql`create index concurrently ${sql.ref(name)} on organizations (name)`.execute(db)
        },
      },
    }
    const write = (db: OpenDatabase['db']) => createOrganization(db, { name: 'Demo', now: new Date() })
    const waits = async () => {
      const { rows } = await sql`select from pg_stat_progress_create_index`.execute(opened.db)
      return rows.length
    }
    const migrating: Promise<void>[] = []
    await inTransaction(async (trx) => {
      await write(trx)
      migrating.push(migrate(opened.db, indexed), migrate(opened.db, indexed))
      await expect.poll(waits, { interval: 10 }).toBe(1)
      await inTransaction(async (other) => {
        await sql`set local lock_timeout = 200`.execute(other)
        await write(other)
      })
    })
    await Promise.all(migrating)
    const { rows } = await sql`select indisvalid from pg_index where indexrelid = ${name}::regclass`.execute(
      opened.db,
    )
    expect(rows).toEqual([{ indisvalid: true }])
    expect(await migrationState(opened.db, indexed)).toEqual(UP_TO_DATE)
  })

  test('error: a failed step is rolled back alone, and earlier steps are kept', async () => {
    const failing = { up: () => Promise.reject(new Error('division by zero')) }
    const refused = migrate(opened.db, { ...NEXT, '9002-notes': failing })
    await expect(refused).rejects.toThrow('9002-notes failed. Nothing of it was stored.')
    expect((await migrationState(opened.db, NEXT)).pending).toEqual(['9002-notes'])
  })
})
