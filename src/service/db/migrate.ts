import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Migrator, type Migration, type MigrationResultSet } from 'kysely/migration'
import * as z from 'zod/mini'
import type { Database } from './database.ts'
import { up as service } from './migrations/0001-service.ts'
import { up as relayerTransactions } from './migrations/0002-relayer-transactions.ts'
import { up as keys } from './migrations/0003-keys.ts'
import { up as approvals } from './migrations/0005-approvals.ts'
import { up as relayer } from './migrations/0006-relayer.ts'
import { up as operations } from './migrations/0008-operations.ts'
import { up as holdings } from './migrations/0007-holdings.ts'
import { up as speed } from './migrations/0009-speed.ts'
import { up as push } from './migrations/0011-push.ts'
import { up as timelines } from './migrations/0012-timelines.ts'
import { up as walletLists } from './migrations/0014-wallet-lists.ts'
import { up as receipts } from './migrations/0016-receipts.ts'
import { up as organizationTokens } from './migrations/0015-organization-tokens.ts'
import { up as sandboxScript } from './migrations/0018-sandbox-script.ts'
import { up as transactionFilters } from './migrations/0019-transaction-filters.ts'
import { up as cheaperChecks } from './migrations/0020-cheaper-checks.ts'
import { up as outcomes } from './migrations/0021-outcomes.ts'
import { up as limitsForEach } from './migrations/0022-limits-for-each.ts'
import { up as events } from './migrations/0004-events.ts'
import { up as keyUsage } from './migrations/0013-key-usage.ts'

/** Every migration, in order. Forward only: a step that was released is never edited or taken back. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-service': { up: service },
  '0002-relayer-transactions': { up: relayerTransactions },
  '0003-keys': { up: keys },
  '0004-events': { up: events },
  '0005-approvals': { up: approvals },
  '0006-relayer': { up: relayer },
  '0007-holdings': { up: holdings },
  '0008-operations': { up: operations },
  '0009-speed': { up: speed },
  '0011-push': { up: push },
  '0012-timelines': { up: timelines },
  '0013-key-usage': { up: keyUsage },
  '0014-wallet-lists': { up: walletLists },
  '0015-organization-tokens': { up: organizationTokens },
  '0016-receipts': { up: receipts },
  '0018-sandbox-script': { up: sandboxScript },
  '0019-transaction-filters': { up: transactionFilters },
  '0020-cheaper-checks': { up: cheaperChecks },
  '0021-outcomes': { up: outcomes },
  '0022-limits-for-each': { up: limitsForEach },
}

const TABLE = 'service_migrations'

/** The database was written by a newer version, or a step failed. The message says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * Older processes go on working meanwhile. What waits for a table's lock keeps everybody else waiting behind it, and
 * after a second Postgres ends one of two that wait for each other: a step gives way long before that, and tries again.
 */
const LOCK_TIMEOUT_MS = 200
const LOCK_TRIES = 150
const LOCK_PAUSE_MS = 300
/** Gave way to others: the lock's time was up, a deadlock, or another process migrates for longer than a statement may. */
const gaveWaySchema = z.object({ code: z.enum(['55P03', '40P01', '57014']) })

/**
 * Brings the database to this version's tables, each step in a transaction of its own. Safe to run by several
 * processes at once on Postgres, and while older ones serve.
 *
 * @throws MigrationError when the database has a migration this version does not know, or a step fails
 */
export async function migrate(db: Database, migrations = MIGRATIONS): Promise<void> {
  const { unknown } = await migrationState(db, migrations)
  if (unknown.length > 0) throw new MigrationError(newerSentence(unknown))
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => givingWay(migrations) },
    migrationTableName: TABLE,
    migrationLockTableName: 'service_migration_lock',
  })
  for (;;) {
    const { error, results = [] } = await oneStep(migrator)
    if (error === undefined && results.length === 0) return
    if (error !== undefined) throw failed(error, results)
  }
}

function givingWay(migrations: Record<string, Migration>): Record<string, Migration> {
  const withTimeouts = ({ up }: Migration): Migration => ({
    up: async (db) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(db)
      // An index on a large table takes longer than a request may.
      await sql`set local statement_timeout = 0`.execute(db)
      await up(db)
    },
  })
  return Object.fromEntries(Object.entries(migrations).map(([name, one]) => [name, withTimeouts(one)]))
}

async function oneStep(migrator: Migrator): Promise<MigrationResultSet> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await migrator.migrateUp()
    if (attempt === LOCK_TRIES || !gaveWaySchema.safeParse(outcome.error).success) return outcome
    await wait(LOCK_PAUSE_MS)
  }
}

function failed(cause: unknown, results: NonNullable<MigrationResultSet['results']>): MigrationError {
  const name = results.find(({ status }) => status === 'Error')?.migrationName ?? 'a migration'
  const why = gaveWaySchema.safeParse(cause).success ? ': its tables were in use all the time. Try again' : ''
  return new MigrationError(
    `The database could not be prepared: ${name} failed${why}. Nothing of it was kept.`,
    { cause },
  )
}

/** Migrations that are not run yet, and those in the database that this version does not know. */
export async function migrationState(
  db: Database,
  migrations = MIGRATIONS,
): Promise<{ pending: string[]; unknown: string[] }> {
  const executed = await executedMigrations(db)
  const known = Object.keys(migrations)
  return {
    pending: known.filter((name) => !executed.includes(name)),
    unknown: executed.filter((name) => !known.includes(name)),
  }
}

async function executedMigrations(db: Database): Promise<string[]> {
  const table = await sql<{ found: boolean }>`select to_regclass(${TABLE}) is not null as found`.execute(db)
  if (!table.rows[0]?.found) return []
  const executed = await sql<{ name: string }>`select name from ${sql.table(TABLE)} order by name`.execute(db)
  return executed.rows.map((row) => row.name)
}

function newerSentence(unknown: string[]): string {
  return (
    `The database was written by a newer version of Latchkey (it has ${unknown.join(', ')}). ` +
    'Start that version or a later one; this version would not understand its data.'
  )
}
