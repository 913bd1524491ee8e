import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { MigrationError, runMigrations } from '#server-kit/db/run-migrations.ts'
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

/**
 * Brings the database to this version's tables, each step in a transaction of its own. Safe to run by several
 * processes at once on Postgres, and while older ones serve.
 *
 * @throws MigrationError when the database has a migration this version does not know, or a step fails
 */
export async function migrate(db: Database, migrations = MIGRATIONS): Promise<void> {
  const { unknown } = await migrationState(db, migrations)
  if (unknown.length > 0) throw new MigrationError(newerSentence(unknown))
  await runMigrations({
    db,
    migrations,
    migrationTableName: TABLE,
    migrationLockTableName: 'service_migration_lock',
  })
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
