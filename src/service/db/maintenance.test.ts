import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasTestPostgres, openTestPGlite } from '#service/testing/test-database.ts'
import { analyzeStaleTables, shortenLog } from './maintenance.ts'

const roomy = () => Infinity

// Postgres does all of this maintenance by itself.
describe.skipIf(hasTestPostgres())('maintenance of the embedded engine', () => {
  let opened: Awaited<ReturnType<typeof openTestPGlite>>
  beforeAll(async () => {
    opened = await openTestPGlite()
    await sql`create table grown (id integer, name text)`.execute(opened.db)
    await sql`create table small (id integer, name text)`.execute(opened.db)
  })
  afterAll(() => opened.close())

  /** The tables for which the planner has statistics. */
  async function analyzed(): Promise<string[]> {
    const { rows } = await sql<{ relname: string }>`
      select relname from pg_stat_user_tables where last_analyze is not null`.execute(opened.db)
    return rows.map(({ relname }) => relname)
  }
  const insert = (count: number) =>
    sql`insert into grown select i, 'row ' || i from generate_series(1, ${count}::integer) as i`.execute(
      opened.db,
    )

  test('behavior: the planner analyzes a table once it has grown, and no other table', async () => {
    await insert(100)
    await sql`insert into small values (1, 'one')`.execute(opened.db)
    await analyzeStaleTables(opened.db)
    expect(await analyzed()).toEqual([])
    await insert(3_000)
    // The engine counts changes at the end of a statement, at most once per second.
    await expect
      .poll(async () => {
        await analyzeStaleTables(opened.db)
        return analyzed()
      })
      .toEqual(['grown'])
  })

  test('behavior: writes the log back only when it is long', async () => {
    await insert(3_000)
    expect(await shortenLog(opened.db, roomy)).toBe(false)
    expect(await shortenLog(opened.db, roomy, 1_000)).toBe(true)
    expect(await shortenLog(opened.db, roomy, 1_000)).toBe(false)
  })
})
