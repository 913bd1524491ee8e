import { PostgresDialect, sql, type Kysely } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPostgresDatabase } from '#service/testing/test-database.ts'
import { openRetryingDatabase } from './retrying-database.ts'

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES']
/** Defaults of a role. They apply to its sessions behind a pooler that drops the settings of connections. */
const SESSION = [
  'default_transaction_isolation=serializable',
  'default_transaction_read_only=off',
  'statement_timeout=0',
  'lock_timeout=0',
  'idle_in_transaction_session_timeout=0',
  'idle_session_timeout=0',
  'search_path=public',
]

type Counters = { counters: { name: string; n: number } }

describe.skipIf(POSTGRES === undefined)('serializable transactions', () => {
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>
  let db: Kysely<Counters>
  beforeAll(async () => {
    database = await createPostgresDatabase(POSTGRES ?? '')
    const options = SESSION.map((setting) => `-c ${setting}`).join(' ')
    const pool = new Pool({ connectionString: database.url, options, max: 4 })
    db = openRetryingDatabase<Counters>(new PostgresDialect({ pool }))
    await sql`create table counters (name text primary key, n integer not null)`.execute(db)
  })
  afterAll(async () => {
    await db.destroy()
    await database.drop()
  })
  beforeEach(async () => {
    await db.deleteFrom('counters').execute()
    const rows = ['ada', 'bob'].map((name) => ({ name, n: 1 }))
    await db.insertInto('counters').values(rows).execute()
  })

  const read = async (name: string, from: Kysely<Counters> = db) =>
    (await from.selectFrom('counters').select('n').where('name', '=', name).executeTakeFirstOrThrow()).n
  const write = (name: string, n: number, to: Kysely<Counters>) =>
    to.updateTable('counters').set({ n }).where('name', '=', name).execute()
  /** Two transactions that both read before either writes, in their first attempts. */
  function meeting() {
    let arrivals = 0
    let open = (): void => undefined
    const both = new Promise<void>((resolve) => {
      open = resolve
    })
    return () => {
      arrivals += 1
      if (arrivals === 2) open()
      return both
    }
  }

  test.each<[how: string, of: (all: Kysely<Counters>) => Kysely<Counters>]>([
    ['as it was opened', (all) => all],
    ['with other tables', (all) => all.withTables<Counters>()],
  ])(
    'behavior: the aborted increment of two concurrent ones is retried, so both count: %s',
    async (_, of) => {
      const met = meeting()
      const count = () =>
        of(db)
          .transaction()
          .execute(async (trx) => {
            const before = await read('ada', trx)
            await met()
            await write('ada', before + 1, trx)
          })
      await Promise.all([count(), count()])
      expect(await read('ada')).toBe(3)
    },
  )

  test('behavior: if two results exclude each other, the one that fails at its commit sees the other’s result', async () => {
    const met = meeting()
    const leave = (name: string, other: string) =>
      db.transaction().execute(async (trx) => {
        const isOtherThere = (await read(other, trx)) === 1
        await met()
        if (isOtherThere) await write(name, 0, trx)
        return isOtherThere
      })
    const left = await Promise.all([leave('ada', 'bob'), leave('bob', 'ada')])
    expect(left.filter(Boolean)).toHaveLength(1)
    expect((await read('ada')) + (await read('bob'))).toBe(1)
  })

  test('behavior: a chosen isolation level and access mode do not end the retries', async () => {
    const met = meeting()
    const count = () =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read write')
        .execute(async (trx) => {
          const before = await read('ada', trx)
          await met()
          await write('ada', before + 1, trx)
        })
    await Promise.all([count(), count()])
    expect(await read('ada')).toBe(3)
  })
})
