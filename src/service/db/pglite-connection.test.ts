import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPGlite } from '#service/testing/test-database.ts'

let database: Awaited<ReturnType<typeof openTestPGlite>>
beforeAll(async () => {
  database = await openTestPGlite()
  await sql`create table numbers (id integer primary key, name text not null)`.execute(database.db)
})
afterAll(() => database.close())

/** How many statements the engine keeps prepared. */
async function prepared(): Promise<number> {
  const rows = await database.pglite.query<{ count: string }>('select count(*) from pg_prepared_statements')
  return Number(rows.rows[0]?.count)
}

describe('PGliteConnection', () => {
  test.each([
    ['text', 'it\'s "quoted" \\ and 雪'],
    ['text', ''],
    ['bigint', '9007199254740993'],
    ['boolean', true],
    ['boolean', false],
    ['timestamptz', new Date('2026-11-21T10:20:30.123Z')],
    ['bytea', Buffer.from([0, 255, 92, 34])],
    ['text[]', ['plain', 'with "quotes", commas', 'back\\slash', '', 'NULL', '{}']],
    ['text[]', []],
    ['jsonb', { nested: [1, 'two', null] }],
    ['text', null],
  ])('param: a %s goes in and comes out, the first time and prepared: %j', async (type, value) => {
    for (let time = 0; time < 3; time += 1) {
      const { rows } = await sql`select ${value}::${sql.raw(type)} as value`.execute(database.db)
      expect(rows).toEqual([{ value }])
    }
  })

  test('param: a bigint is written in full', async () => {
    const value = 2n ** 70n
    const { rows } = await sql`select ${value}::numeric as value`.execute(database.db)
    expect(rows).toEqual([{ value: value.toString() }])
  })

  test('behavior: a statement is prepared the second time, and once', async () => {
    const before = await prepared()
    const ask = () => sql`select ${1}::integer as one`.execute(database.db)
    await ask()
    expect(await prepared()).toBe(before)
    for (let time = 0; time < 5; time += 1) await ask()
    expect(await prepared()).toBe(before + 1)
  })

  test('behavior: after a table has changed, a prepared statement answers the new columns', async () => {
    const ask = async () => (await sql`select * from numbers limit ${1}`.execute(database.db)).rows
    await sql`insert into numbers (id, name) values (1, 'one')`.execute(database.db)
    for (let time = 0; time < 3; time += 1) expect(await ask()).toEqual([{ id: 1, name: 'one' }])
    await sql`alter table numbers add column extra integer default 7`.execute(database.db)
    for (let time = 0; time < 3; time += 1) expect(await ask()).toEqual([{ id: 1, name: 'one', extra: 7 }])
  })

  test('behavior: changes tell how many rows they changed', async () => {
    const insert = sql`insert into numbers (id, name) values (${10}, 'a'), (${11}, 'b')`
    expect((await insert.execute(database.db)).numAffectedRows).toBe(2n)
    const update = sql`update numbers set name = 'c' where id in (${10}, ${11}, ${12})`
    expect((await update.execute(database.db)).numAffectedRows).toBe(2n)
  })

  test('error: a failed statement has its SQLSTATE, and the next one works', async () => {
    for (let time = 0; time < 3; time += 1) {
      const twice = sql`insert into numbers (id, name) values (${20}, 'x'), (${20}, 'y')`.execute(database.db)
      await expect(twice).rejects.toMatchObject({ code: '23505' })
      expect((await sql`select ${5}::integer as five`.execute(database.db)).rows).toEqual([{ five: 5 }])
    }
  })

  test('behavior: a transaction is whole: kept when it ends well, gone when it throws', async () => {
    const add = (id: number, fails: boolean) =>
      database.db.transaction().execute(async (trx) => {
        await sql`insert into numbers (id, name) values (${id}, 'kept')`.execute(trx)
        if (fails) throw new Error('taken back')
      })
    await add(30, false)
    await expect(add(31, true)).rejects.toThrow('taken back')
    const { rows } = await sql`select id from numbers where id in (30, 31)`.execute(database.db)
    expect(rows).toEqual([{ id: 30 }])
  })

  test('behavior: a transaction without a query leaves none open', async () => {
    await database.db.transaction().execute(() => Promise.resolve())
    const failing = database.db.transaction().execute(() => Promise.reject(new Error('nothing done')))
    await expect(failing).rejects.toThrow('nothing done')
    expect(database.pglite.isInTransaction()).toBe(false)
  })

  test('error: a commit that Postgres turns into a rollback does not pass for a commit', async () => {
    const swallowing = database.db.transaction().execute(async (trx) => {
      await sql`insert into numbers (id, name) values (40, 'lost')`.execute(trx)
      await sql`select 1 / 0`.execute(trx).catch(() => undefined)
    })
    await expect(swallowing).rejects.toThrow('rolled back')
    expect((await sql`select id from numbers where id = 40`.execute(database.db)).rows).toEqual([])
  })

  test('behavior: who uses the engine directly waits for an open transaction', async () => {
    const order: string[] = []
    let direct: Promise<unknown> = Promise.resolve()
    await database.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx)
      direct = database.pglite.query('select 1').then(() => order.push('direct'))
      await sql`select pg_sleep(0.02)`.execute(trx)
      order.push('transaction')
    })
    await direct
    expect(order).toEqual(['transaction', 'direct'])
  })
})
