import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenDatabase } from './open-database.ts'
import { openTestDatabase } from '#service/testing/test-database.ts'
import { RepeatedRead } from './repeated-read.ts'
import { WATCHED_TABLES } from './table-versions.ts'

type Row = { name: string; requests_per_minute: number | null }

let database: OpenDatabase
let id: string
/** One for each test: what it keeps begins empty. */
let read: RepeatedRead<Row>

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  id = randomUUID()
  read = new RepeatedRead<Row>('select name, requests_per_minute from organizations where id = $1')
  await insert(id)
})

const insert = (organizationId: string) =>
  database.db
    .insertInto('organizations')
    .values({
      id: organizationId,
      name: 'first',
      key_mark: organizationId.replaceAll('-', '').slice(0, 6),
      embed_origins: [],
      requests_per_minute: null,
      created_at: new Date(),
    })
    .execute()
const rename = (db: Pick<OpenDatabase['db'], 'updateTable'>, name: string) =>
  db.updateTable('organizations').set({ name }).where('id', '=', id).execute()
const name = async () => (await read.of(database.db, [id]))[0]?.name

describe('repeated read', () => {
  test('behavior: a change shows in the first read after it', async () => {
    for (const next of ['second', 'third', 'fourth']) {
      await name()
      await rename(database.db, next)
      expect(await name()).toBe(next)
    }
  })

  test('behavior: a change shows with its commit, and one rolled back never', async () => {
    await name()
    await database.db.transaction().execute((trx) => rename(trx, 'committed'))
    expect(await name()).toBe('committed')
    const rolledBack = database.db.transaction().execute(async (trx) => {
      await rename(trx, 'never')
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    expect(await name()).toBe('committed')
  })

  test('behavior: within a transaction its own changes show', async () => {
    await name()
    await database.db.transaction().execute(async (trx) => {
      await rename(trx, 'inside')
      expect((await read.of(trx, [id]))[0]?.name).toBe('inside')
    })
  })

  test('behavior: reads that race with changes never show less than the last change that was answered', async () => {
    let committed = 0
    const readers = Array.from({ length: 20 }, async () => {
      for (let round = 0; round < 50; round += 1) {
        const before = committed
        const seen = Number(((await name()) ?? '').replace('first', '0'))
        expect(seen).toBeGreaterThanOrEqual(before)
      }
    })
    const writer = (async () => {
      for (let next = 1; next <= 100; next += 1) {
        await rename(database.db, String(next))
        committed = next
      }
    })()
    await Promise.all([...readers, writer])
  })

  test('behavior: what was not there is found once it is', async () => {
    const later = randomUUID()
    expect(await read.of(database.db, [later])).toEqual([])
    await insert(later)
    expect(await read.of(database.db, [later])).toMatchObject([{ name: 'first' }])
  })

  test('behavior: a change within a common table expression, and one of the table itself, are seen', async () => {
    await name()
    await sql`with changed as (update "organizations" set name = 'deep' where id = ${id} returning id)
      select count(*) from changed`.execute(database.db)
    expect(await name()).toBe('deep')
    await sql`do $$ begin update organizations set name = 'code'; end $$`.execute(database.db)
    expect(await name()).toBe('code')
  })

  test('error: a text that reads a table whose changes nobody counts is refused', () => {
    const text = 'select 1 from organizations join webhook_endpoints as hook on true'
    expect(() => new RepeatedRead(text)).toThrow(/webhook_endpoints are not counted/)
  })

  test('behavior: no trigger and no foreign key changes a watched table behind the statement that is seen', async () => {
    const { rows } = await sql<{ name: string }>`
      select conname as name from pg_constraint
      where contype = 'f' and (confdeltype not in ('a', 'r') or confupdtype not in ('a', 'r'))
        and conrelid::regclass::text = any(${[...WATCHED_TABLES]})
      union all select tgname from pg_trigger where not tgisinternal`.execute(database.db)
    expect(rows).toEqual([])
  })
})
