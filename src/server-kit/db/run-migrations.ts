import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Migrator, type Migration, type MigrationResultSet, type MigratorProps } from 'kysely/migration'
import * as z from 'zod/mini'

/** A step failed; nothing of it was kept, and those before it were. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * Older processes go on working meanwhile. What waits for a table's lock keeps everybody else waiting behind it, and
 * after a second Postgres ends one of two that wait for each other: a step gives way long before that, and tries again.
 */
const LOCK_TIMEOUT_MS = 200
const LOCK_TRIES = 150
const LOCK_PAUSE_MS = 300
/** Gave way to others: the lock's time was up, a deadlock, or another process migrates for longer than a statement may. */
const gaveWaySchema = z.object({ code: z.enum(['55P03', '40P01', '57014']) })

export type MigrationRun = Required<
  Pick<MigratorProps, 'db' | 'migrationTableName' | 'migrationLockTableName'>
> & { migrations: Record<string, Migration> }

/**
 * Runs the migrations that have not run, each in a transaction of its own. Safe to run by several processes at once on
 * Postgres, and while older ones serve.
 *
 * @throws MigrationError
 */
export async function runMigrations({ migrations, ...tables }: MigrationRun): Promise<void> {
  const provider = { getMigrations: async () => givingWay(migrations) }
  const migrator = new Migrator({ ...tables, provider })
  for (;;) {
    const { error, results = [] } = await oneStep(migrator)
    if (error === undefined && results.length === 0) return
    if (error !== undefined) throw failed(error, results)
  }
}

function givingWay(migrations: Record<string, Migration>): Record<string, Migration> {
  const withTimeouts = (one: Migration): Migration => ({
    up: async (db) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(db)
      // An index on a large table takes longer than a request may.
      await sql`set local statement_timeout = 0`.execute(db)
      await one.up(db)
    },
  })
  return Object.fromEntries(Object.entries(migrations).map(([name, one]) => [name, withTimeouts(one)]))
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
    `The database could not be prepared: ${name} failed${why}. Nothing of it was kept.`,
    { cause },
  )
}
