import { runMigrations, type Migrations } from '#server-kit/db/run-migrations.ts'
import type { BffDatabase } from '#bff/context.ts'
import { up as schema } from './migrations/0001-schema.ts'

export const STEPS: Migrations['steps'] = { '0001-schema': { up: schema } }

/** Brings the BFF's tables to this version. @throws MigrationError */
export function migrate(db: BffDatabase, steps = STEPS): Promise<void> {
  return runMigrations(db, { steps, table: 'bff_migration', lockTable: 'bff_migration_lock' })
}
