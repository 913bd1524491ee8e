import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '#service/db/migrate.ts'
import { replaceDatabase, runOn } from '#service/testing/postgres-statements.ts'
import { allOperations } from './all-operations.ts'
import { openExplained, type ExplainedStatement } from './explained-database.ts'
import type { SizeOperation } from './size-places.ts'
import { startSizeWorld } from './size-world.ts'
import { startPostgres } from './start-postgres.ts'

const COUNTS = { wallets: 10_000, transactions: 40_000, organizations: 1_500 }
/**
 * Minimum number of rows from which an index must be used. With fewer, a full scan is cheaper. The existence
 * of an index is checked for every table.
 */
const LARGE = 5_000
/** Tables whose size does not depend on use. All others grow with users or their actions. */
const STAYS_SMALL = new Set([
  'allowed_tokens',
  'chain_factories',
  'deployment',
  'event_counter',
  'holding_blocks',
  'holding_indexes',
  'leases',
  'webhook_leases',
  'outcome_cursors',
  'push_keys',
  'receipt_keys',
  'relayer_lanes',
])
/** Tables that must be scanned in full, by operation. */
const READ_WHOLE: Readonly<Record<string, string>> = {
  // Counts the endpoints in each state.
  metrics: 'webhook_endpoints',
  // Every organization gets the alert.
  'alerts of relayer-low': 'organizations',
  // Checks each key through the index of its rejected requests.
  'alerts of key-refused': 'api_keys',
  'alerts of policy-refused': 'api_keys',
  // The index of substrings needs at least three letters.
  'wallets, search, two letters, no match': 'wallets',
  'transactions, search, two letters, no match': 'wallets',
}

const postgres = await startPostgres()
// This database does not belong to the hostile role. That role may not disable triggers, as filling the tables
// requires.
await runOn(postgres.url, (query) => query('create database plans'))
const statements: ExplainedStatement[] = []
const database = openExplained(replaceDatabase(postgres.url, 'plans'), (statement) =>
  statements.push(statement),
)
await migrate(database.db)
const world = await startSizeWorld(database, COUNTS)
const operations = await allOperations(world)
const { rows: large } = await sql<{ name: string }>`
  select relname as name from pg_class where relkind = 'r' and reltuples >= ${LARGE}`.execute(database.db)
const isLarge = new Set(large.map(({ name }) => name))
afterAll(async () => {
  await world.stop()
  await postgres.stop()
})

/** Tables that an operation scans in full, each with its statement. */
async function findScans({ what, run, prepare }: SizeOperation): Promise<string[]> {
  await prepare?.()
  statements.length = 0
  await run()
  expect(statements.length, 'the statements of an operation are explained').toBeGreaterThan(0)
  return statements.flatMap(({ scanned, withoutIndex, text }) =>
    [...scanned.filter((table) => isLarge.has(table)), ...withoutIndex]
      .filter((table) => !STAYS_SMALL.has(table) && table !== READ_WHOLE[what])
      .map((table) => `${table}: ${text}`),
  )
}

test.each(operations)('behavior: no growing table is scanned in full: $what', async (operation) => {
  expect(await findScans(operation)).toEqual([])
})

test('error: a statement without an index is found', async () => {
  await sql`drop index events_age`.execute(database.db)
  const retention = operations.find(({ what }) => what === 'retention of events')
  const scans = retention === undefined ? [] : await findScans(retention)
  expect(scans.some((scan) => scan.startsWith('events: '))).toBe(true)
})
