import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Kysely, type QueryExecutorProvider } from 'kysely'
import { Migrator, type Migration, type MigrationResultSet } from 'kysely/migration'
import * as z from 'zod/mini'

/** Every migration by its name, in order. Forward only: a released step is never edited or reverted. */
export type Migrations = {
  steps: Readonly<Record<string, Migration>>
  /** Where the names of those that were run are stored. */
  table: string
  lockTable: string
}

/** The database was written by another version, or a step failed. The message has what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * Older processes go on working meanwhile. What waits for a table's lock blocks all later queries behind it, and
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
export async function runMigrations<Tables>(db: Kysely<Tables>, migrations: Migrations): Promise<void> {
  const { steps, table, lockTable } = migrations
  const { pending, unknown } = await stateOfMigrations(db, migrations)
  if (unknown.length > 0) throw new MigrationError(newerSentence(unknown))
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => givingWay(steps) },
    migrationTableName: table,
    migrationLockTableName: lockTable,
  })
  // Another process may run some of them: then fewer are left than steps taken here.
  for (let step = 0; step < pending.length; step += 1) {
    const { error, results = [] } = await oneStep(migrator)
    if (error !== undefined) throw failed(error, results)
  }
}

function givingWay(steps: Migrations['steps']): Record<string, Migration> {
  const withTimeouts = (one: Migration): Migration => ({
    up: async (db) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(db)
      // An index on a large table takes longer than a request may.
      await sql`set local statement_timeout = 0`.execute(db)
      await one.up(db)
    },
  })
  return Object.fromEntries(Object.entries(steps).map(([name, one]) => [name, withTimeouts(one)]))
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
    `The database could not be prepared: ${name} failed${why}. Nothing of it was stored.`,
    { cause },
  )
}

/** Migrations that are not run yet, and those in the database that this version does not know. */
export async function stateOfMigrations(
  db: QueryExecutorProvider,
  { steps, table }: Migrations,
): Promise<{ pending: string[]; unknown: string[] }> {
  const executed = await executedMigrations(db, table)
  const known = Object.keys(steps)
  return {
    pending: known.filter((name) => !executed.includes(name)),
    unknown: executed.filter((name) => !known.includes(name)),
  }
}

async function executedMigrations(db: QueryExecutorProvider, table: string): Promise<string[]> {
  const there = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(db)
  if (!there.rows[0]?.found) return []
  const executed = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(db)
  return executed.rows.map((row) => row.name)
}

function newerSentence(unknown: string[]): string {
  return (
    `The database was written by a newer version of Latchkey (it has ${unknown.join(', ')}). ` +
    'Start that version or a later one; this version would not understand its data.'
  )
}
