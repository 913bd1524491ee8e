import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * SQL that needs the same session in a later transaction. A pooler in transaction mode gives each transaction
 * another session.
 */
const NEEDS_SESSION =
  /sql(?:<[^`]*>)?`\s*(?:set\s+(?!local\b)|reset\b|listen\b|prepare\b|declare\b|create\s+temp)|pg_(?:try_)?advisory_(?:un)?lock|\bset_config\(|\.stream\(/i
const needsSession = (text: string) => NEEDS_SESSION.test(text)

/**
 * Files that may use a session. Migrations and the move of a database bypass a pooler. The embedded engine has one session, and so does the
 * filling of a bench's large database. One file tests whether the connection keeps its session.
 */
const ON_THEIR_OWN = [
  'server-kit/db/run-migrations.ts',
  'service/db/copy-database.ts',
  'service/db/open-pglite.ts',
  'service/db/require-sessions.ts',
  'service/testing/size/fill-database.ts',
]
const ELSEWHERE = /\.test\.tsx?$|\/testing\/(?!size)|^(?:web|bench|contracts)\//

test('behavior: SQL of requests and jobs needs no session, so that it works behind a pooler', () => {
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
])('behavior: detects: %s', (text) => {
  expect(needsSession(text)).toBe(true)
})

test.each([
  ['sql`set local lock_timeout = 200`'],
  ['sql`select pg_advisory_xact_lock(1)`'],
  ['sql`select 1`'],
])('behavior: allows within a transaction: %s', (text) => {
  expect(needsSession(text)).toBe(false)
})
