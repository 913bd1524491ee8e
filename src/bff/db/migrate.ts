import { readMigrationState, type MigrationState } from '#server-kit/db/migration-state.ts'
import type { Migrations } from '#server-kit/db/migrations.ts'
import { runMigrations } from '#server-kit/db/run-migrations.ts'
import type { BffDatabase } from './database.ts'
import { up as schema } from './migrations/0001-schema.ts'
import { up as accountEvents } from './migrations/0002-account-events.ts'
import { up as deviceNames } from './migrations/0003-device-names.ts'
import { up as alertAcknowledgements } from './migrations/0004-alert-acknowledgements.ts'
import { up as memberAddresses } from './migrations/0005-member-addresses.ts'
import { up as scim } from './migrations/0006-scim.ts'

export const STEPS: Migrations['steps'] = {
  '0001-schema': { up: schema },
  '0002-account-events': { up: accountEvents },
  '0003-device-names': { up: deviceNames },
  '0004-alert-acknowledgements': { up: alertAcknowledgements },
  '0005-member-addresses': { up: memberAddresses },
  '0006-scim': { up: scim, additive: true },
}

/** Migrates the BFF's tables to this version. @throws MigrationError */
export function migrate(db: BffDatabase, steps = STEPS): Promise<void> {
  return runMigrations(db, bffMigrations(steps))
}

/** Compares the BFF's tables with those of this version. */
export function migrationState(db: BffDatabase, steps = STEPS): Promise<MigrationState> {
  return readMigrationState(db, bffMigrations(steps))
}

function bffMigrations(steps: Migrations['steps']): Migrations {
  return {
    steps,
    replaced: ['0001-initial'],
    table: 'bff_migration',
    contentTable: 'bff_migration_content',
    lockTable: 'bff_migration_lock',
  }
}
