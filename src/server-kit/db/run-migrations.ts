import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration, type MigrationResultSet } from 'kysely/migration'
import * as z from 'zod/mini'
import { readMigrationState, schemaRefusal } from './migration-state.ts'
import type { Migrations, MigrationStep } from './migrations.ts'
import { isCollision } from './retry-collision.ts'
import { contentHash } from './step-content.ts'

/** A newer version wrote the database, or a step failed. `message` says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * Lock timeout of a step, in milliseconds. Older processes keep serving during a migration, and a statement
 * that waits for a table lock blocks all later queries. A deadlock would end one of the two sides after one
 * second. A step gives up much earlier and retries.
 */
const LOCK_TIMEOUT_MS = 200
const LOCK_TRIES = 150
const LOCK_PAUSE_MS = 300
/** SQLSTATE if the lock timeout expired, or if another process migrates for longer than the statement timeout. */
const gaveWaySchema = z.object({ code: z.enum(['55P03', '57014']) })

function gaveWay(error: unknown): boolean {
  return isCollision(error) || gaveWaySchema.safeParse(error).success
}

/**
 * Migrates the database to this version's tables, with each step in its own transaction unless the step says
 * otherwise. On Postgres, several processes may run it at once, and older ones may serve. `db` must keep its session
 * between statements.
 *
 * @throws MigrationError if a newer version or another build created the database, or if a step fails
 */
export async function runMigrations<Tables>(db: Kysely<Tables>, migrations: Migrations): Promise<void> {
  const state = await readMigrationState(db, migrations)
  const refusal = schemaRefusal(state)
  if (refusal !== undefined) throw new MigrationError(refusal)
  const { pending } = state
  if (pending.length === 0) return
  await db.connection().execute((session) =>
    alone(session, async () => {
      await sql`create table if not exists ${sql.table(migrations.contentTable)}
        (name text primary key, sha256 text not null)`.execute(session)
      await sql`alter table ${sql.table(migrations.contentTable)}
        add column if not exists additive boolean not null default false`.execute(session)
      for (const name of pending) {
        const { error, results = [] } = await oneStep(session, migrations, name)
        if (error !== undefined) throw failed(error, results, migrations)
      }
    }),
  )
}

/**
 * Runs the work while no other process migrates. A waiting process polls instead of blocking in a statement. A
 * blocked statement would hold a snapshot, and a concurrent index build of the other process would have to wait for
 * it.
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

/** Runs one step unless another process has run it already. */
async function oneStep<Tables>(
  session: Kysely<Tables>,
  { steps, table, contentTable, lockTable }: Migrations,
  name: string,
): Promise<MigrationResultSet> {
  const migrator = new Migrator({
    db: session,
    provider: { getMigrations: async () => givingWay(steps, contentTable) },
    migrationTableName: table,
    migrationLockTableName: lockTable,
    disableTransactions: steps[name]?.outsideTransaction === true,
  })
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await migrator.migrateTo(name)
    if (attempt === LOCK_TRIES || !gaveWay(outcome.error)) return outcome
    await wait(LOCK_PAUSE_MS)
  }
}

function givingWay(steps: Migrations['steps'], contentTable: string): Record<string, Migration> {
  const withTimeouts = (name: string, step: MigrationStep): Migration => ({
    up: async (db) => {
      // An index on a large table takes longer than the statement timeout.
      if (step.outsideTransaction !== true) {
        await sql`set local statement_timeout = 0`.execute(db)
        await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(db)
        await step.up(db)
      } else {
        await sql`set statement_timeout = 0`.execute(db)
        try {
          await step.up(db)
        } finally {
          await sql`reset statement_timeout`.execute(db)
        }
      }
      const sha256 = await contentHash(step)
      await sql`insert into ${sql.table(contentTable)} (name, sha256, additive)
        values (${name}, ${sha256}, ${step.additive === true})
        on conflict (name) do update set sha256 = excluded.sha256, additive = excluded.additive`.execute(db)
    },
  })
  return Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, withTimeouts(name, step)]))
}

function failed(
  cause: unknown,
  results: NonNullable<MigrationResultSet['results']>,
  { steps }: Migrations,
): MigrationError {
  const name = results.find(({ status }) => status === 'Error')?.migrationName ?? 'a migration'
  const why = gaveWay(cause) ? ': its tables were in use all the time. Try again' : ''
  const left = steps[name]?.outsideTransaction ? 'The next start begins it again' : 'Nothing of it was stored'
  return new MigrationError(`The database could not be prepared: ${name} failed${why}. ${left}.`, { cause })
}
