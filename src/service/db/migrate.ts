import { sql } from 'kysely'
import { readMigrationState, type MigrationState } from '#server-kit/db/migration-state.ts'
import type { Migrations } from '#server-kit/db/migrations.ts'
import { runMigrations } from '#server-kit/db/run-migrations.ts'
import { up as schema } from '#service/db/migrations/0001-schema.ts'
import { up as outsideExecutionRows } from '#service/db/migrations/0002-outside-executions-rows.ts'
import { up as outsideExecutions } from '#service/db/migrations/0002-outside-executions.ts'
import { up as addressLookup } from '#service/db/migrations/0003-address-lookup.ts'
import { up as alertCause } from '#service/db/migrations/0004-alert-cause.ts'
import { up as messageEffects } from '#service/db/migrations/0005-message-effects.ts'
import { up as coSigners } from '#service/db/migrations/0006-co-signers.ts'
import { up as approvalWallets } from '#service/db/migrations/0007-approval-wallets.ts'
import { up as policySigners } from '#service/db/migrations/0008-policy-signers.ts'
import { up as approvalKeys } from '#service/db/migrations/0009-approval-keys.ts'
import { up as signingKeysIndex } from '#service/db/migrations/0010-signing-keys-index.ts'
import { up as signingKeys } from '#service/db/migrations/0010-signing-keys.ts'
import { up as eventHistory } from '#service/db/migrations/0011-event-history.ts'
import { up as adoptedWallets } from '#service/db/migrations/0012-adopted-wallets.ts'
import { up as heldApprovers } from '#service/db/migrations/0013-held-approvers.ts'
import { up as keptApprovals } from '#service/db/migrations/0014-kept-approvals.ts'
import { up as relatedOrigins } from '#service/db/migrations/0015-related-origins.ts'
import type { Database } from './database.ts'

export const MIGRATIONS: Migrations['steps'] = {
  '0001-schema': { up: schema },
  '0002-outside-executions': { up: outsideExecutions },
  '0002-outside-executions-rows': { up: outsideExecutionRows, outsideTransaction: true },
  '0003-address-lookup': { up: addressLookup, outsideTransaction: true },
  '0004-alert-cause': { up: alertCause },
  '0005-message-effects': { up: messageEffects },
  '0006-co-signers': { up: coSigners },
  '0007-approval-wallets': { up: approvalWallets },
  '0008-policy-signers': { up: policySigners },
  '0009-approval-keys': { up: approvalKeys },
  '0010-signing-keys': { up: signingKeys },
  '0010-signing-keys-index': { up: signingKeysIndex, outsideTransaction: true },
  '0011-event-history': { up: eventHistory, additive: true },
  '0012-adopted-wallets': { up: adoptedWallets, additive: true },
  '0013-held-approvers': { up: heldApprovers },
  '0014-kept-approvals': { up: keptApprovals },
  '0015-related-origins': { up: relatedOrigins, additive: true },
}

/** Brings the service's tables to this version. @throws MigrationError */
export function migrate(db: Database, steps = MIGRATIONS): Promise<void> {
  return runMigrations(db, serviceMigrations(steps))
}

/** Compares the service's tables with those of this version. */
export function migrationState(db: Database, steps = MIGRATIONS): Promise<MigrationState> {
  return readMigrationState(db, serviceMigrations(steps))
}

function serviceMigrations(steps: Migrations['steps']): Migrations {
  return {
    steps,
    replaced: ['0001-service'],
    table: 'service_migrations',
    contentTable: 'service_migration_contents',
    lockTable: 'service_migration_lock',
  }
}

type DatabaseFacts = {
  version: string
  /** Version number, such as 150018 for 15.18. */
  versionNumber: number
  now: Date
}

/** Facts about the database for an operator. Only reads. */
export async function databaseFacts(db: Database): Promise<DatabaseFacts> {
  const { rows } = await sql<{ version: string; number: string; now: Date }>`
    select split_part(version(), ' on ', 1) as version, current_setting('server_version_num') as number,
      clock_timestamp() as now`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The database does not report its version')
  return {
    version: row.version,
    versionNumber: Number(row.number),
    now: row.now,
  }
}

/** Whether the database contains anything that would conflict with a backup. Tables of extensions do not. */
export async function hasTables(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from pg_class as found
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not exists (select from pg_depend where objid = found.oid and deptype = 'e')) as found`.execute(
    db,
  )
  return rows[0]?.found === true
}

/** Names of relations in the schema of our tables that this role may not read. */
export async function listUnreadable(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm', 'f', 'S')
      and not has_table_privilege(oid, 'select')`.execute(db)
  return rows.map(({ name }) => name)
}
