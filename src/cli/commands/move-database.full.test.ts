import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RELEASES, restoreRelease, type RestoredRelease } from '#cli/testing/release-data.ts'
import { countRows } from '#cli/testing/release-rows.ts'
import { openReleaseWorld } from '#cli/testing/release-world.ts'
import { runCommand } from '#cli/testing/run-command.ts'
import { lockDirectory, openDatabase, type Database, type OpenDatabase } from '#service/index.ts'
import { createPostgresDatabase } from '#service/testing/test-database.ts'
import { backup } from './backup.ts'
import { doctor } from './doctor.ts'
import { migrate } from './migrate.ts'
import { moveDatabase } from './move-database.ts'

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES'] ?? ''
const log = pino({ level: 'silent' })

describe.skipIf(POSTGRES === '')('move-database', () => {
  let source: RestoredRelease
  let target: Awaited<ReturnType<typeof createPostgresDatabase>>
  let embedded: Record<string, string>
  let moved: Record<string, string>
  /** Number of rows by table of the embedded database, which never changes. */
  let rows: Record<string, number>
  beforeAll(async () => {
    source = await restoreRelease(RELEASES[0], undefined)
    target = await createPostgresDatabase(POSTGRES)
    embedded = source.environment
    moved = { ...embedded, DATABASE_URL: target.url }
    await runCommand(migrate, [], embedded)
    rows = await onSource(countRows)
  })
  afterAll(async () => {
    await target?.drop()
    await source?.remove()
  })
  const dataDir = () => embedded['DATA_DIR'] ?? ''
  const readFrom = async <Result>(database: OpenDatabase, work: (db: Database) => Promise<Result>) => {
    try {
      return await work(database.db)
    } finally {
      await database.close()
    }
  }
  const onSource = async <Result>(work: (db: Database) => Promise<Result>) =>
    readFrom(await source.open(), work)
  const openTarget = () => openDatabase({ databaseUrl: target.url, dataDir: dataDir(), log, migrate: false })
  const onTarget = async <Result>(work: (db: Database) => Promise<Result>) =>
    readFrom(await openTarget(), work)
  const move = () => runCommand(moveDatabase, [], moved)

  test('error: refuses a server in the folder, a missing folder, another key and an older version', async () => {
    await expect(runCommand(moveDatabase, [], embedded)).rejects.toThrow('DATABASE_URL is not set')
    const lock = await lockDirectory(dataDir())
    await expect(move()).rejects.toThrow(`A server is using ${dataDir()}: stop it`)
    await lock.release()
    const missing = { ...moved, DATA_DIR: join(dataDir(), 'missing') }
    await expect(runCommand(moveDatabase, [], missing)).rejects.toThrow('There is no embedded database in')
    const otherKey = { ...moved, SECRET_KEY: '11'.repeat(32) }
    await expect(runCommand(moveDatabase, [], otherKey)).rejects.toThrow(
      'SECRET_KEY is not the key of the embedded database',
    )
    const onChain = {
      RPC_URL: 'http://127.0.0.1:9',
      CHAIN_ID: '1',
      RELAYER_PRIVATE_KEY: `0x${'34'.repeat(32)}`,
    }
    await expect(runCommand(moveDatabase, [], { ...moved, ...onChain })).rejects.toThrow(
      'this database was a sandbox’s',
    )
    const step = '0015-related-origins'
    const rename = (from: string, to: string) =>
      onSource(async (db) => {
        await sql`update service_migrations set name = ${to} where name = ${from}`.execute(db)
        await sql`update service_migration_contents set name = ${to} where name = ${from}`.execute(db)
      })
    await rename(step, '9001-later')
    await expect(move()).rejects.toThrow(/made this database|newer version/)
    await rename('9001-later', step)
    expect(await onTarget(async (db) => Object.keys(await countRows(db)))).toEqual([])
  })

  test('error: refuses a Postgres with other tables, and leaves both databases as they are', async () => {
    const query = (statement: string) => onTarget((db) => sql.raw(statement).execute(db))
    await query('create table shop (id integer)')
    await expect(move()).rejects.toThrow('The database of DATABASE_URL is not empty')
    await query('drop table shop')
    await runCommand(migrate, [], moved)
    await query(`insert into organizations (id, name, key_mark, created_at)
      values (gen_random_uuid(), 'Acme', 'aaaaaa', now())`)
    await expect(move()).rejects.toThrow('its table organizations has rows')
    await query('delete from organizations')
    expect(await onSource(countRows)).toEqual(rows)
  })

  test('behavior: copies every row with its triggers and sequences, and the product goes on there', async () => {
    const { answer, notes } = await move()
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
    expect(answer).toContain(`Moved ${total} rows of ${Object.keys(rows).length} tables to Postgres (`)
    // The credentials, which precede the host, are left out.
    expect(answer).toContain(`(${new URL(target.url).host}/`)
    expect(notes).toContain('Set SECRET_KEY to the content of')
    // The leases of ended processes are not kept.
    expect(await onTarget(countRows)).toEqual({ ...rows, leases: 0 })
    const describeSchema = async (db: Database) => {
      const triggers =
        await sql`select tgname, tgenabled from pg_trigger where not tgisinternal order by 1`.execute(db)
      const constraints = await sql`select conname, pg_get_constraintdef(oid) as definition from pg_constraint
        where connamespace = (select oid from pg_namespace where nspname = current_schema()) and contype = 'f'
        order by 1, 2`.execute(db)
      const sequences = await sql`select sequencename, last_value::text from pg_sequences
        where schemaname = current_schema() order by 1`.execute(db)
      expect(sequences.rows.length).toBeGreaterThan(2)
      return [triggers.rows, constraints.rows, sequences.rows]
    }
    await rm(join(dataDir(), 'database-moved'))
    expect(await onTarget(describeSchema)).toEqual(await onSource(describeSchema))
    await writeFile(join(dataDir(), 'database-moved'), 'postgres.example/latchkey\n')

    const database = await openDatabase({ databaseUrl: target.url, dataDir: dataDir(), log })
    const world = await openReleaseWorld({ dataDir: dataDir(), database })
    try {
      const file = JSON.parse(await readFile(join(dataDir(), 'sandbox.json'), 'utf8'))
      const send = async (method: string, path: string) => {
        const headers = { 'x-api-key': file.apiKey, 'content-type': 'application/json' }
        return world.fetch(path, { method, headers, ...(method === 'POST' && { body: '{}' }) })
      }
      expect((await send('GET', '/v1/baas/wallets')).status).toBe(200)
      const lastSequence = () =>
        sql<{ last: string }>`select last_sequence as last from event_counter`.execute(database.db)
      const [{ last } = { last: '' }] = (await lastSequence()).rows
      // Creates a wallet, events, deliveries and rows with identity columns.
      expect((await send('POST', '/sandbox/customers')).status).toBe(200)
      await expect
        .poll(async () => BigInt((await lastSequence()).rows[0]?.last ?? 0))
        .toBeGreaterThan(BigInt(last))
      // The events continue with the next number, because no state was lost.
      expect(BigInt((await lastSequence()).rows[0]?.last ?? 0)).toBeLessThan(BigInt(last) + 100n)
    } finally {
      await world.close()
      await database.close()
    }
  })

  test('error: the moved folder cannot be opened, backed up or moved again, until its mark is deleted', async () => {
    const sentence =
      /was moved to Postgres \(postgres\.example\/latchkey\): set DATABASE_URL to that database\. To undo/
    await expect(source.open()).rejects.toThrow(sentence)
    await expect(runCommand(backup, [join(dataDir(), 'b.tar.gz')], embedded)).rejects.toThrow(sentence)
    await expect(move()).rejects.toThrow(sentence)
    const examined = await runCommand(doctor, [], embedded)
    expect(examined).toMatchObject({ failed: true, answer: expect.stringMatching(sentence) })
    expect((await stat(join(dataDir(), 'database-moved'))).isFile()).toBe(true)
    await rm(join(dataDir(), 'database-moved'))
    expect(await onSource(countRows)).toEqual(rows)
    await expect(move()).rejects.toThrow('The database of DATABASE_URL is not empty')
  })
})
