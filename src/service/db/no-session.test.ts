import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** SQL that needs the same session in a later transaction: a pooler in transaction mode gives each another one. */
const NEEDS_SESSION =
  /sql(?:<[^`]*>)?`\s*(?:set\s+(?!local\b)|reset\b|listen\b|prepare\b|declare\b|create\s+temp)|pg_(?:try_)?advisory_(?:un)?lock|\bset_config\(|\.stream\(/i
const needsSession = (text: string) => NEEDS_SESSION.test(text)

/** Migrations and notifications go past a pooler; the embedded engine has one session, and the large database of a bench too. */
const ON_THEIR_OWN = [
  'server-kit/db/run-migrations.ts',
  'service/db/open-pglite.ts',
  'service/testing/size/fill-database.ts',
]
const ELSEWHERE = /\.test\.tsx?$|\/testing\/(?!size)|^(?:web|bench|contracts)\//

test('behavior: what requests and jobs ask of the database needs no session, so that a pooler can stand in front of it', () => {
  const src = new URL('../../', import.meta.url)
  const found = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !ELSEWHERE.test(path))
    .filter((path) => needsSession(readFileSync(new URL(path, src), 'utf8')))
  expect(found.toSorted()).toEqual(ON_THEIR_OWN)
})

test.each([
  ['sql`set statement_timeout = 0`'],
  ['sql<Row>`\n  select pg_advisory_lock(1)`'],
  ['sql`select pg_try_advisory_lock(1)`'],
  ['sql`create temporary table found (id uuid)`'],
  ["sql`select set_config('work_mem', '64kB', false)`"],
  ["db.selectFrom('wallets').stream()"],
])('behavior: it would be noticed: %s', (text) => {
  expect(needsSession(text)).toBe(true)
})

test.each([
  ['sql`set local lock_timeout = 200`'],
  ['sql`select pg_advisory_xact_lock(1)`'],
  ['sql`select 1`'],
])('behavior: within a transaction it is allowed: %s', (text) => {
  expect(needsSession(text)).toBe(false)
})
