import { runMigrations, stateOfMigrations, type Migrations } from '#server-kit/db/run-migrations.ts'
import type { Database } from './database.ts'
import { up as schema } from './migrations/0001-schema.ts'

export const MIGRATIONS: Migrations['steps'] = { '0001-schema': { up: schema } }

/** Brings the service's tables to this version. @throws MigrationError */
export function migrate(db: Database, steps = MIGRATIONS): Promise<void> {
  return runMigrations(db, migrationsOf(steps))
}

/** Migrations that are not run yet, and those in the database that this version does not know. */
export function migrationState(
  db: Database,
  steps = MIGRATIONS,
): Promise<{ pending: string[]; unknown: string[] }> {
  return stateOfMigrations(db, migrationsOf(steps))
}

function migrationsOf(steps: Migrations['steps']): Migrations {
  return { steps, table: 'service_migrations', lockTable: 'service_migration_lock' }
}
