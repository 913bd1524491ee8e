import { Migrator } from 'kysely/migration'
import type { BffDatabase } from './tables.ts'
import { up as schema } from './migrations/0001-schema.ts'

/** Forward only, in the order of their names. */
const MIGRATIONS = { '0001-schema': { up: schema } }

/** Brings the BFF's tables to the newest shape; safe when several processes start at once. */
export async function migrate(db: BffDatabase): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(MIGRATIONS) },
    migrationTableName: 'bff_migration',
    migrationLockTableName: 'bff_migration_lock',
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined)
    throw new Error('The tables of the console could not be migrated', { cause: error })
}
