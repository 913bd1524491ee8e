import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Kysely, PGliteDialect, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PREPARED } from '#server-kit/db/prepared.ts'
import { makeDataFolder } from '#service/testing/test-database.ts'
import type { Tables } from './database.ts'
import { startPGliteThread, type PGliteThread } from './start-pglite-thread.ts'

const directory = await makeDataFolder('thread')
afterAll(() => rm(directory, { recursive: true, force: true }))

describe('startPGliteThread', () => {
  test('behavior: this thread keeps running during a query, and results arrive in order', async () => {
    const pglite = await startPGliteThread(directory)
    const answered: string[] = []
    const ask = async (word: string, text: string) => {
      const { rows } = await pglite.query(text)
      answered.push(word)
      return rows
    }
    const slow = ask('slow', `select 'slow' as word from pg_sleep(0.2)`)
    const fast = ask('fast', `select 'fast' as word`)
    let turns = 0
    while (answered.length === 0) {
      await nextTurn()
      turns += 1
    }
    expect(await slow).toEqual([{ word: 'slow' }])
    expect(await fast).toEqual([{ word: 'fast' }])
    expect(answered).toEqual(['slow', 'fast'])
    expect(turns).toBeGreaterThan(10)
    await pglite.close()
  })

  test('behavior: a query sent before closing completes, and the next start finds its result', async () => {
    const first = await startPGliteThread(directory)
    const stored = first.query(`create table kept as select 'kept' as word`)
    await first.close()
    expect(await stored).toMatchObject({ command: 'SELECT' })
    const second = await startPGliteThread(directory)
    expect((await second.query('select word from kept')).rows).toEqual([{ word: 'kept' }])
    await second.close()
  })

  test('error: a closed engine refuses queries, and may be closed again', async () => {
    const pglite = await startPGliteThread(directory)
    await pglite.close()
    expect(pglite.closed).toBe(true)
    await expect(pglite.query('select 1')).rejects.toThrow('The embedded database is closed')
    await pglite.close()
  })

  test('error: a panicked engine is reported like a Postgres that was shut down, and no query waits for it', async () => {
    const folder = await makeDataFolder('panic')
    const pglite = await startPGliteThread(folder)
    // Postgres writes a file of this name at each checkpoint. The directory makes it panic, as a full disk does.
    await mkdir(join(folder, 'database', 'pg_logical', 'replorigin_checkpoint.tmp'))
    await expect(pglite.query('checkpoint')).rejects.toThrow()
    await expect(pglite.query('select 1')).rejects.toMatchObject({ code: '57P01' })
    await pglite.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('error: a folder that cannot be created fails the start', async () => {
    await expect(startPGliteThread(join(directory, 'missing', 'deeper\0'))).rejects.toThrow()
  })
})

describe('a database in the thread', () => {
  let pglite: PGliteThread
  let db: Kysely<Tables>
  beforeAll(async () => {
    pglite = await startPGliteThread(directory)
    db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
    await sql`create table numbers (id integer primary key, name text not null)`.execute(db)
  })
  afterAll(() => db.destroy())

  test.each([
    ['text', 'it\'s "quoted" \\ and 雪'],
    ['text', ''],
    ['bigint', '9007199254740993'],
    ['boolean', true],
    ['boolean', false],
    ['timestamptz', new Date('2026-11-21T10:20:30.123Z')],
    ['bytea', Uint8Array.from([0, 255, 92, 34])],
    ['text[]', ['plain', 'with "quotes", commas', 'back\\slash', '', 'NULL', '{}']],
    ['text[]', []],
    ['bigint[]', ['9007199254740993', '1']],
    ['uuid[]', ['2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa']],
    ['jsonb', { nested: [1, 'two', null] }],
    ['text', null],
  ])('param: a %s is written and read back: %j', async (type, value) => {
    const { rows } = await sql`select ${value}::${sql.raw(type)} as value`.execute(db)
    expect(rows).toEqual([{ value }])
  })

  test('param: writes a bigint in full', async () => {
    const value = 2n ** 70n
    const { rows } = await sql`select ${value}::numeric as value`.execute(db)
    expect(rows).toEqual([{ value: value.toString() }])
  })

  test('behavior: after a table has changed, the same statement returns the new columns', async () => {
    const ask = async () => (await sql`select * from numbers where id = ${1}`.execute(db)).rows
    await sql`insert into numbers (id, name) values (1, 'one')`.execute(db)
    for (let time = 0; time < 3; time += 1) expect(await ask()).toEqual([{ id: 1, name: 'one' }])
    await sql`alter table numbers add column extra integer default 7`.execute(db)
    expect(await ask()).toEqual([{ id: 1, name: 'one', extra: 7 }])
  })

  test('behavior: writes return the number of changed rows', async () => {
    const insert = sql`insert into numbers (id, name) values (${10}, 'a'), (${11}, 'b')`
    expect((await insert.execute(db)).numAffectedRows).toBe(2n)
    const update = sql`update numbers set name = 'c' where id in (${10}, ${11}, ${12})`
    expect((await update.execute(db)).numAffectedRows).toBe(2n)
  })

  test('error: a failed statement has its SQLSTATE but not its parameters, and the next one works', async () => {
    const refused = sql`insert into numbers (id, name) values (${10}, ${'a secret'})`.execute(db)
    const error = await refused.catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code: '23505', constraint: 'numbers_pkey' })
    expect(error).not.toHaveProperty('params')
    expect((await sql`select ${5}::integer as five`.execute(db)).rows).toEqual([{ five: 5 }])
  })

  test('behavior: prepares a marked statement once and any other never, also after a failure', async () => {
    const prepared = async () => (await sql`select statement from pg_prepared_statements`.execute(db)).rows
    const ask = (text: string) =>
      sql`${PREPARED} select ${text}::integer as one, array[2::bigint] as two`.execute(db)
    for (let time = 0; time < 3; time += 1) {
      expect((await ask('1')).rows).toEqual([{ one: 1, two: ['2'] }])
      await expect(ask('none')).rejects.toMatchObject({ code: '22P02' })
      await sql`select ${'1'}::integer`.execute(db)
    }
    expect(await prepared()).toHaveLength(1)
  })

  test('error: refuses a value that cannot be a parameter, and the next statement works', async () => {
    await expect(sql`select ${Symbol('none')}::text`.execute(db)).rejects.toThrow('could not be cloned')
    expect((await sql`select ${5}::integer as five`.execute(db)).rows).toEqual([{ five: 5 }])
  })

  test('behavior: a transaction is committed as a whole, or rolled back if it throws', async () => {
    const add = (id: number, fails: boolean) =>
      db.transaction().execute(async (trx) => {
        await sql`insert into numbers (id, name) values (${id}, 'kept')`.execute(trx)
        if (fails) throw new Error('taken back')
      })
    await add(30, false)
    await expect(add(31, true)).rejects.toThrow('taken back')
    const { rows } = await sql`select id from numbers where id in (30, 31)`.execute(db)
    expect(rows).toEqual([{ id: 30 }])
  })

  test('behavior: a query outside an open transaction waits for its end, and is not part of it', async () => {
    const order: string[] = []
    let beside: Promise<unknown> = Promise.resolve()
    const failing = db.transaction().execute(async (trx) => {
      await sql`insert into numbers (id, name) values (35, 'gone')`.execute(trx)
      beside = sql`insert into numbers (id, name) values (36, 'beside')`
        .execute(db)
        .then(() => order.push('beside'))
      await sql`select pg_sleep(0.02)`.execute(trx)
      order.push('transaction')
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    await beside
    expect(order).toEqual(['transaction', 'beside'])
    const { rows } = await sql`select id from numbers where id in (35, 36)`.execute(db)
    expect(rows).toEqual([{ id: 36 }])
  })

  test('error: a commit that Postgres turns into a rollback is not reported as a commit', async () => {
    const swallowing = db.transaction().execute(async (trx) => {
      await sql`insert into numbers (id, name) values (40, 'lost')`.execute(trx)
      await sql`select 1 / 0`.execute(trx).catch(() => undefined)
    })
    await expect(swallowing).rejects.toThrow('rolled back')
    expect((await sql`select id from numbers where id = 40`.execute(db)).rows).toEqual([])
  })
})
