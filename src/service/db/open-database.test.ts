import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type KyselyPlugin } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MigrationError } from '#server-kit/db/run-migrations.ts'
import { tryWrite } from '#service/readiness.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { hasTestPostgres, makeDataFolder } from '#service/testing/test-database.ts'
import { DirectoryLockedError } from './directory-lock.ts'
import { checkpoint, maintain, startMaintenance } from './maintenance.ts'
import { MIGRATIONS, migrate, migrationState } from './migrate.ts'
import { openDatabase, type OpenDatabase } from './open-database.ts'

const log = pino({ level: 'silent' })
const UP_TO_DATE = { hasRun: true, pending: [], newer: [], additions: [], foreign: [], replaced: [] }
const roomy = { freeBytes: () => Infinity }

// Always on the embedded engine, in a folder. A run on Postgres would only repeat it.
describe.skipIf(hasTestPostgres())('openDatabase', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await makeDataFolder('db')
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  test('behavior: the embedded engine keeps its rows and syncs every commit to disk', async () => {
    await rm(join(dataDir, 'database'), { recursive: true })
    const first = await openDatabase({ dataDir, log })
    expect(first.engine).toBe('pglite')
    await insertOrganization(first, 'Kept')
    const settings = await sql<{ fsync: string; method: string }>`
      select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method`.execute(
      first.db,
    )
    expect(settings.rows).toEqual([{ fsync: 'on', method: 'fsync' }])
    await first.close()
    const second = await openDatabase({ dataDir, log })
    expect(await second.db.selectFrom('organizations').select('name').execute()).toEqual([{ name: 'Kept' }])
    await second.close()
  })

  test('error: refuses to open the same folder twice, and the first opening keeps working', async () => {
    const first = await openDatabase({ dataDir, log })
    await expect(openDatabase({ dataDir, log })).rejects.toThrow(DirectoryLockedError)
    await insertOrganization(first, 'Undisturbed')
    await first.close()
  })

  test('error: with a full disk, writes nothing and reads everything', async () => {
    let free = Infinity
    const opened = await openDatabase({ dataDir, log, freeBytes: () => free })
    await insertOrganization(opened, 'Before')
    free = 20_000_000
    const names = () => opened.db.selectFrom('organizations').select('name').execute()
    const change = () => opened.db.updateTable('organizations').set({ name: 'After' }).execute()
    await expect(change()).rejects.toMatchObject({ code: '25006' })
    await expect(tryWrite(opened.db)).rejects.toMatchObject({ code: '25006' })
    expect(await names()).toEqual([{ name: 'Before' }])
    // A checkpoint frees space, so it may use the space that is reserved for accepted work.
    await checkpoint(opened.db, () => free)
    free = 0
    await expect(checkpoint(opened.db, () => free)).rejects.toMatchObject({ code: '53100' })
    free = Infinity
    await change()
    expect(await names()).toEqual([{ name: 'After' }])
    await opened.close()
    const start = openDatabase({ dataDir, log, freeBytes: () => 20_000_000 })
    await expect(start).rejects.toThrow('The disk of DATA_DIR has less than 48 MB left: make room.')
  })

  test('error: does not touch a database of a newer version, and says what to do', async () => {
    const first = await openDatabase({ dataDir, log })
    await sql`insert into service_migrations (name, timestamp) values ('9999-future', 'now')`.execute(
      first.db,
    )
    await first.close()
    const refused = openDatabase({ dataDir, log })
    await expect(refused).rejects.toThrow(MigrationError)
    await expect(openDatabase({ dataDir, log })).rejects.toThrow(
      'The database was written by a newer version of Latchkey (it has 9999-future). Start that version',
    )
  })
})

describe('on either engine', () => {
  let opened: OpenDatabase
  beforeEach(async () => {
    opened = await serviceWorld.database()
  })
  afterEach(() => opened.close())

  test('behavior: runs migrations once; running them again changes nothing', async () => {
    expect(await migrationState(opened.db)).toEqual(UP_TO_DATE)
    await migrate(opened.db)
    const rows = await sql<{ name: string }>`select name from service_migrations order by name`.execute(
      opened.db,
    )
    expect(rows.rows.map((row) => row.name)).toEqual(Object.keys(MIGRATIONS))
  })

  test('behavior: processes that start simultaneously run each migration once', async () => {
    const tables = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`.execute(opened.db)
    for (const { name } of tables.rows) await sql`drop table ${sql.table(name)} cascade`.execute(opened.db)
    await Promise.all(Array.from({ length: 4 }, () => migrate(opened.db)))
    expect(await migrationState(opened.db)).toEqual(UP_TO_DATE)
  })

  test('behavior: reads values the same on both: int8 as text, bytea as bytes, numeric exact, times as Date, text[] as array', async () => {
    const at = new Date('2026-11-21T02:03:04.567Z')
    const { rows } = await sql<Record<string, unknown> & { bytes: Uint8Array }>`
      select 9007199254740993::int8 as big, '\\x00ff'::bytea as bytes, (2::numeric ^ 256 - 1)::numeric(78, 0) as uint,
        ${at}::timestamptz as at, ${['a', 'b,"c']}::text[] as texts, count(*) as counted from organizations`.execute(
      opened.db,
    )
    expect(rows.map((row) => ({ ...row, bytes: Buffer.from(row.bytes) }))).toEqual([
      {
        big: '9007199254740993',
        bytes: Buffer.from([0, 255]),
        uint: (2n ** 256n - 1n).toString(),
        at,
        texts: ['a', 'b,"c'],
        counted: '0',
      },
    ])
  })

  test('behavior: maintenance runs alongside transactions and stops', async () => {
    const complaints: string[] = []
    const noting = pino({ level: 'warn' }, { write: (line: string) => void complaints.push(line) })
    const maintenance = startMaintenance(opened.db, noting, { ...roomy, lookMs: 1, looksPerRound: 2 })
    await opened.db.transaction().execute(async (trx) => {
      for (let round = 0; round < 20; round += 1) await sql`select 1`.execute(trx)
    })
    await maintain(opened.db, roomy.freeBytes)
    await maintenance.stop()
    expect(complaints).toEqual([])
  })

  test('behavior: does not repeat missed rounds of maintenance when it stops', async () => {
    let rounds = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind === 'RawNode' && node.sqlFragments.join('').startsWith('vacuum')) rounds += 1
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }
    const db = opened.db.withPlugin(counting)
    const options = { ...roomy, lookMs: 1, looksPerRound: 1 }
    const maintenance = startMaintenance(db, log, options)
    // On the embedded engine, maintenance cannot run during the transaction. On Postgres, one round takes longer than a
    // tick.
    await opened.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx)
      await ticks(30)
    })
    const before = rounds
    await maintenance.stop()
    expect(rounds - before).toBeLessThanOrEqual(1)
  })
})

function ticks(count: number): Promise<void> {
  return new Promise((resolve) => {
    let seen = 0
    const timer = setInterval(() => {
      seen += 1
      if (seen < count) return
      clearInterval(timer)
      resolve()
    }, 1)
  })
}

async function insertOrganization(opened: OpenDatabase, name: string): Promise<void> {
  await opened.db
    .insertInto('organizations')
    .values({
      id: '2f3f1f7e-7a52-4c6c-9a53-000000000001',
      name,
      key_mark: 'abcdef',
      embed_origins: [],
      created_at: new Date(),
    })
    .execute()
}
