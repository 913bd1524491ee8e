import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { MigrationStep } from './migrations.ts'
import { contentHash } from './step-content.ts'

const step = (...statements: string[]): MigrationStep => ({
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
const NOTE = 'alter table shops add column note text'

test('behavior: a step with a different layout of the same statements → the same hash', async () => {
  const laidOut = step('\n  alter table shops\n    add column note text\n')
  expect(await contentHash(laidOut)).toBe(await contentHash(step(NOTE)))
})

test.each<[what: string, MigrationStep]>([
  ['another statement', step('alter table shops add column note varchar')],
  ['one statement more', step(NOTE, NOTE)],
  ['no statement', step()],
  ['another parameter', { up: async (db) => void (await sql`update shops set note = ${'b'}`.execute(db)) }],
])('behavior: a step with %s → another hash', async (_what, other) => {
  const first: MigrationStep = {
    up: async (db) => void (await sql`update shops set note = ${'a'}`.execute(db)),
  }
  const hashes = await Promise.all([step(NOTE), first, other].map(contentHash))
  expect(new Set(hashes).size).toBe(3)
})

test('behavior: a back-fill that repeats until it finds no row → ends after one round and has a hash', async () => {
  const backFill: MigrationStep = {
    up: async (db) => {
      for (let rows = 1; rows > 0;) {
        const filled = await sql`update shops set note = '' where note is null returning 1`.execute(db)
        rows = filled.rows.length
      }
    },
  }
  expect(await contentHash(backFill)).toMatch(/^[\da-f]{64}$/)
})

test('behavior: a step that needs a row → hashed by its statements up to that point', async () => {
  const needsRow = (then: string): MigrationStep => ({
    up: async (db) => {
      const { rows } = await sql`select name from shops`.execute(db)
      if (rows.length === 0) throw new Error('there is no shop')
      await sql.raw(then).execute(db)
    },
  })
  expect(await contentHash(needsRow(NOTE))).toBe(await contentHash(step('select name from shops')))
})
