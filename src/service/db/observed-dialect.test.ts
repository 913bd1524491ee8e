import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { Kysely, PGliteDialect } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { observedDialect } from './observed-dialect.ts'

const works: string[] = []
let begun = 0

const dialect = new PGliteDialect({ pglite: await PGlite.create() })
const db = new Kysely({
  dialect: observedDialect(dialect, () => {
    begun += 1
    return ({ kind }) => void works.push(kind)
  }),
})
afterAll(() => db.destroy())
beforeEach(() => {
  works.length = 0
  begun = 0
})

test('behavior: a statement and a transaction each count as one use of a connection', async () => {
  await sql`select 1`.execute(db)
  await db.transaction().execute(async (trx) => {
    for (let round = 0; round < 3; round += 1) await sql`select 1`.execute(trx)
  })
  expect(works).toEqual(['statement', 'transaction'])
  expect(begun).toBe(2)
})

test('error: failed work ends too, with the same error', async () => {
  await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow('division by zero')
  const failing = db.transaction().execute(async (trx) => sql`select nothing`.execute(trx))
  await expect(failing).rejects.toThrow('does not exist')
  expect(works).toEqual(['statement', 'transaction'])
})
