import { sql } from 'kysely'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { PREPARED } from '#server-kit/db/prepared.ts'
import { openPostgres } from './open-postgres.ts'

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES']

function open(more: { listenUrl?: string } = {}) {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  return { ...openPostgres({ databaseUrl: POSTGRES ?? '', log, ...more }), lines }
}
type Opened = ReturnType<typeof open>
type Db = Opened['db']

const add = (db: Db, text: string) =>
  sql<{ sum: number }>`${PREPARED} select ${text}::integer + 1 as sum`.execute(db)
const prepared = async (db: Db) =>
  (
    await sql<{ name: string; calls: string }>`
    select name, (generic_plans + custom_plans)::text as calls from pg_prepared_statements`.execute(db)
  ).rows

describe.skipIf(POSTGRES === undefined)('named statements', () => {
  test('behavior: a session plans a marked statement once, and no other is kept', async () => {
    const opened = open()
    for (const text of ['1', '2', '3'])
      expect((await add(opened.db, text)).rows).toEqual([{ sum: Number(text) + 1 }])
    await sql`select 1`.execute(opened.db)
    expect(await prepared(opened.db)).toEqual([
      { name: expect.stringMatching(/^latchkey_[0-9a-f]{16}$/), calls: '3' },
    ])
    await opened.close()
  })

  test('behavior: if DATABASE_LISTEN_URL announces a pooler, no statement has a name', async () => {
    const opened = open({ listenUrl: POSTGRES ?? '' })
    await add(opened.db, '1')
    expect(await prepared(opened.db)).toEqual([])
    await opened.close()
  })

  test('behavior: a statement whose name the session forgot runs without one, from then on', async () => {
    const opened = open()
    await add(opened.db, '1')
    await sql`deallocate all`.execute(opened.db)
    const results = await Promise.all(['5', '6', '7'].map((text) => add(opened.db, text)))
    expect(results.map(({ rows }) => rows[0]?.sum)).toEqual([6, 7, 8])
    await opened.close()
  })

  test('behavior: a statement whose name the session has from another process runs without one', async () => {
    const other = open()
    await add(other.db, '1')
    const [found] = await prepared(other.db)
    await other.close()
    const opened = open()
    await sql`prepare ${sql.ref(found?.name ?? '')} as select 1`.execute(opened.db)
    expect((await add(opened.db, '5')).rows).toEqual([{ sum: 6 }])
    expect(opened.lines.join()).toContain('set DATABASE_LISTEN_URL')
    await opened.close()
  })

  test('behavior: a transaction that lost a name runs again, and the log says what to set', async () => {
    const opened = open()
    await add(opened.db, '1')
    await sql`deallocate all`.execute(opened.db)
    const rows = await opened.db.transaction().execute(async (trx) => (await add(trx, '5')).rows)
    expect(rows).toEqual([{ sum: 6 }])
    expect(opened.lines.join()).toContain('set DATABASE_LISTEN_URL')
    await opened.close()
  })

  test('behavior: a statement whose columns a migration changed is planned again', async () => {
    const opened = open()
    const table = `changed_${crypto.randomUUID().replaceAll('-', '')}`
    const read = () => sql`${PREPARED} select * from ${sql.ref(table)}`.execute(opened.db)
    await sql`create table ${sql.ref(table)} (a integer)`.execute(opened.db)
    await read()
    await sql`alter table ${sql.ref(table)} add column b integer`.execute(opened.db)
    expect((await read()).rows).toEqual([])
    const inTransaction = opened.db.transaction().execute((trx) => sql`select 1 as one`.execute(trx))
    expect((await inTransaction).rows).toEqual([{ one: 1 }])
    expect(opened.lines).toEqual([])
    await sql`drop table ${sql.ref(table)}`.execute(opened.db)
    await opened.close()
  })
})
