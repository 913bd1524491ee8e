import { sql, type Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '#service/db/database.ts'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { openTestPGlite } from './test-database.ts'

type Opened = Awaited<ReturnType<typeof openTestPGlite>>

/** Everything that a test can see of a database: the rows of each table, and the next value of each sequence. */
async function readAll(db: Kysely<Tables>): Promise<unknown> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname = 'public' order by name`.execute(db)
  const content = []
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.raw(name)} t order by t::text`.execute(db)
    content.push([name, rows])
  }
  const { rows: sequences } = await sql`select * from pg_sequences order by sequencename`.execute(db)
  return { content, sequences }
}

/** Closes a database after `work` and opens the next one. */
async function openAfter(work: (opened: Opened) => Promise<unknown>): Promise<Opened> {
  const opened = await openTestPGlite()
  await work(opened)
  await opened.close()
  return openTestPGlite()
}

/** Time at which the engine started, which differs between engines. */
async function readStart({ db }: Opened): Promise<unknown> {
  return (await sql`select pg_postmaster_start_time()::text`.execute(db)).rows
}

test.each<[string, (db: Kysely<Tables>) => Promise<unknown>]>([
  ['nothing', () => Promise.resolve()],
  ['rows', (db) => createOrganization(db, { name: 'Demo', now: new Date() })],
  ['deleted rows', (db) => sql`delete from event_counter`.execute(db)],
  ['a setting of the session', (db) => sql`set statement_timeout = 17`.execute(db)],
])('behavior: after %s, the same engine is as new', async (_, work) => {
  const fresh = await openTestPGlite()
  const expected = await readAll(fresh.db)
  const start = await readStart(fresh)
  await fresh.close()
  const next = await openAfter(({ db }) => work(db))
  expect(await readAll(next.db)).toEqual(expected)
  expect(await readStart(next)).toEqual(start)
  expect((await sql`show statement_timeout`.execute(next.db)).rows).toEqual([{ statement_timeout: '0' }])
  await next.close()
})

test.each<[string, (db: Kysely<Tables>) => Promise<unknown>]>([
  ['a new table', (db) => sql`create table another (id integer)`.execute(db)],
  ['row security', (db) => sql`alter table organizations force row level security`.execute(db)],
  ['a rule', (db) => sql`create rule nothing as on insert to organizations do instead nothing`.execute(db)],
  ['a type', (db) => sql`create type state as enum ('one')`.execute(db)],
  ['another default', (db) => sql`alter table organizations alter column name set default 'x'`.execute(db)],
  ['an invalid index', (db) => sql`update pg_index set indisvalid = false where indisunique`.execute(db)],
  ['a dropped column', (db) => sql`alter table organizations drop column name`.execute(db)],
  [
    'a trigger',
    async (db) => {
      await sql`create function refuse() returns trigger language plpgsql as 'begin return null; end'`.execute(
        db,
      )
      await sql`create trigger refusal before insert on organizations for each row execute function refuse()`.execute(
        db,
      )
    },
  ],
  ['a transaction that never ends', async (db) => void (await db.startTransaction().execute())],
])('error: after %s, the engine is not used again', async (_, work) => {
  const fresh = await openTestPGlite()
  const expected = await readAll(fresh.db)
  const start = await readStart(fresh)
  await fresh.close()
  const next = await openAfter(({ db }) => work(db))
  expect(await readAll(next.db)).toEqual(expected)
  expect(await readStart(next)).not.toEqual(start)
  await next.close()
})

test('error: a closed database refuses statements, also after another test opened its engine', async () => {
  const first = await openTestPGlite()
  await first.close()
  const second = await openTestPGlite()
  await expect(sql`select 1`.execute(first.db)).rejects.toThrow('destroyed')
  await second.close()
})
