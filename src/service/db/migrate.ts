import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { MigrationError, runMigrations } from '#server-kit/db/run-migrations.ts'
import type { Database } from './database.ts'
import { up as schema } from './migrations/0001-schema.ts'

const FIRST = '0001-schema'

/** Every migration, in order. Forward only: a step that was released is never edited or taken back. */
export const MIGRATIONS: Record<string, Migration> = { [FIRST]: { up: schema } }

const TABLE = 'service_migrations'

/**
 * Brings the database to this version's tables, each step in a transaction of its own. Safe to run by several
 * processes at once on Postgres, and while older ones serve.
 *
 * @throws MigrationError when the database has a migration this version does not know, or a step fails
 */
export async function migrate(db: Database, migrations = MIGRATIONS): Promise<void> {
  const { pending, unknown } = await migrationState(db, migrations)
  if (unknown.length > 0)
    throw new MigrationError(pending.includes(FIRST) ? unreleasedSentence(unknown) : newerSentence(unknown))
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

function unreleasedSentence(unknown: string[]): string {
  return (
    `The database is one of before the first release of Latchkey (it has ${unknown.join(', ')}), and nothing brings it ` +
    'up to date. Delete the folder of DATA_DIR, or name an empty database in DATABASE_URL, and start again.'
  )
}
