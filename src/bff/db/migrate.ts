import type { Migration } from 'kysely/migration'
import { runMigrations } from '#server-kit/db/run-migrations.ts'
import type { BffDatabase } from './tables.ts'
import { up as schema } from './migrations/0001-schema.ts'

/** Forward only, in the order of their names. */
export const MIGRATIONS: Record<string, Migration> = { '0001-schema': { up: schema } }

/** Brings the BFF's tables to the newest shape; safe when several processes start at once, and while others serve. */
export async function migrate(db: BffDatabase, migrations = MIGRATIONS): Promise<void> {
  await runMigrations({
    db,
    migrations,
    migrationTableName: 'bff_migration',
    migrationLockTableName: 'bff_migration_lock',
  })
}
