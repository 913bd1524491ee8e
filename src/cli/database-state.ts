import { bffMigrationState, migrateBff, type BffTables } from '#bff/index.ts'
import { schemaRefusal, type MigrationState } from '#server-kit/db/migration-state.ts'
import { MigrationError } from '#server-kit/db/run-migrations.ts'
import {
  migrateDatabase,
  migrationsCheck,
  migrationState,
  type OpenDatabase,
  type ReadinessCheck,
} from '#service/index.ts'
import type { Settings } from './settings.ts'

type DatabaseOfRole = { role: Settings['role']; database: Pick<OpenDatabase, 'db' | 'direct'> }

/** Compares the tables that this role needs (the service's, the console's or both) with those of this build. */
export async function readDatabaseState({ role, database }: DatabaseOfRole): Promise<MigrationState> {
  const states = [await migrationState(database.db)]
  if (role !== 'service') states.push(await bffMigrationState(database.db.withTables<BffTables>()))
  return {
    hasRun: states.some(({ hasRun }) => hasRun),
    pending: states.flatMap(({ pending }) => pending),
    newer: states.flatMap(({ newer }) => newer),
    additions: states.flatMap(({ additions }) => additions),
    foreign: states.flatMap(({ foreign }) => foreign),
    replaced: states.flatMap(({ replaced }) => replaced),
  }
}

/**
 * Rejects a database whose schema was created by a newer version or by another build. Accepts a newer version that
 * only added to the schema, and returns its additions. Runs before any change, because a migration step cannot be
 * reverted and would make the database unusable for the build that created it.
 *
 * @throws MigrationError
 */
export async function requireUsable(of: DatabaseOfRole): Promise<string[]> {
  const state = await readDatabaseState(of)
  const refusal = schemaRefusal(state)
  if (refusal !== undefined) throw new MigrationError(refusal)
  return state.additions
}

/** Upgrades the tables that this role needs, so that they match this build. @throws MigrationError */
export async function migrateAll({ role, database }: DatabaseOfRole): Promise<void> {
  await requireUsable({ role, database })
  const db = database.direct ?? database.db
  await migrateDatabase(db)
  if (role !== 'service') await migrateBff(db.withTables<BffTables>())
}

/** Readiness check: fails unless the console's tables match this build. */
export function consoleTablesCheck({ db }: Pick<OpenDatabase, 'db'>): ReadinessCheck {
  return migrationsCheck(() => bffMigrationState(db.withTables<BffTables>()))
}
