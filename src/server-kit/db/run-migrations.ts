import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Kysely, type QueryExecutorProvider } from 'kysely'
import { Migrator, type Migration, type MigrationResultSet } from 'kysely/migration'
import * as z from 'zod/mini'

/**
 * `outsideTransaction`: for what takes long on a large table and blocks no writer: `create index concurrently`, `validate
 * constraint`, a back-fill of some rows at a time. It may be broken off and is run again from its beginning then.
 */
export type MigrationStep = Pick<Migration, 'up'> & { outsideTransaction?: true }

/** Every migration by its name, in order. Forward only: a released step is never edited or reverted. */
export type Migrations = {
  steps: Readonly<Record<string, MigrationStep>>
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
 * Brings the database to this version's tables, each step in a transaction of its own unless it says otherwise. Safe to run
 * by several processes at once on Postgres, and while older ones serve. `db` keeps its session from one statement to the next.
 *
 * @throws MigrationError when the database has a migration this version does not know, or a step fails
 */
export async function runMigrations<Tables>(db: Kysely<Tables>, migrations: Migrations): Promise<void> {
  const { pending, unknown } = await stateOfMigrations(db, migrations)
  if (unknown.length > 0) throw new MigrationError(newerSentence(unknown))
  if (pending.length === 0) return
  await db.connection().execute((session) =>
    alone(session, async () => {
      for (const name of pending) {
        const { error, results = [] } = await oneStep(session, migrations, name)
        if (error !== undefined) throw failed(error, results, migrations)
      }
    }),
  )
}

/**
 * While no other process migrates. Who waits looks again and again: a statement that waits would have a snapshot of the
 * database, and an index that is made concurrently waits for all of those.
 */
async function alone<Tables>(session: Kysely<Tables>, work: () => Promise<void>): Promise<void> {
  const lock = sql`(hashtext('latchkey migrations')) as locked`
  const take = () => sql<{ locked: boolean }>`select pg_try_advisory_lock${lock}`.execute(session)
  while ((await take()).rows[0]?.locked !== true) await wait(LOCK_PAUSE_MS)
  try {
    await work()
  } finally {
    await sql`select pg_advisory_unlock${lock}`.execute(session)
  }
}

/** Nothing, if another process has run it meanwhile. */
async function oneStep<Tables>(
  session: Kysely<Tables>,
  { steps, table, lockTable }: Migrations,
  name: string,
): Promise<MigrationResultSet> {
  const migrator = new Migrator({
    db: session,
    provider: { getMigrations: async () => givingWay(steps) },
    migrationTableName: table,
    migrationLockTableName: lockTable,
    disableTransactions: steps[name]?.outsideTransaction === true,
  })
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await migrator.migrateTo(name)
    if (attempt === LOCK_TRIES || !gaveWaySchema.safeParse(outcome.error).success) return outcome
    await wait(LOCK_PAUSE_MS)
  }
}

function givingWay(steps: Migrations['steps']): Record<string, Migration> {
  const withTimeouts = ({ up, outsideTransaction }: MigrationStep): Migration => ({
    up: async (db) => {
      // An index on a large table takes longer than a request may.
      if (outsideTransaction !== true) {
        await sql`set local statement_timeout = 0`.execute(db)
        await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(db)
        return up(db)
      }
      await sql`set statement_timeout = 0`.execute(db)
      try {
        await up(db)
      } finally {
        await sql`reset statement_timeout`.execute(db)
      }
    },
  })
  return Object.fromEntries(Object.entries(steps).map(([name, one]) => [name, withTimeouts(one)]))
}

function failed(
  cause: unknown,
  results: NonNullable<MigrationResultSet['results']>,
  { steps }: Migrations,
): MigrationError {
  const name = results.find(({ status }) => status === 'Error')?.migrationName ?? 'a migration'
  const why = gaveWaySchema.safeParse(cause).success ? ': its tables were in use all the time. Try again' : ''
  const left = steps[name]?.outsideTransaction ? 'The next start begins it again' : 'Nothing of it was stored'
  return new MigrationError(`The database could not be prepared: ${name} failed${why}. ${left}.`, { cause })
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
