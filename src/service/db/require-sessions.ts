import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { MigrationError } from '#server-kit/db/run-migrations.ts'
import type { Database } from './database.ts'

const LOCK = sql`(hashtext('latchkey session check'))`

const readId = sql<{ id: number }>`select pg_backend_pid() as id`
/** A shared lock, so that processes do not wait for each other. */
const readIdAndLock = sql<{ id: number }>`select pg_backend_pid() as id, pg_advisory_lock_shared${LOCK}`

/**
 * Number of comparisons of two connections. One comparison is enough if the pooler has no other active client. Another
 * process that starts at the same time may return a session in just the moment in which this one needs another.
 */
const COMPARISONS = 20
/** Longest pause between two comparisons in milliseconds. Its random length keeps two processes out of step. */
const PAUSE_MS_MAX = 5
const RELEASES_MAX = 20

/**
 * Requires that a connection keeps its session between transactions, as the lock of migrations needs. A pooler in
 * transaction mode does not keep it. Some of these poolers, however, keep the session of a client that holds a lock.
 * If the session changes, the check is therefore repeated with a lock.
 *
 * @param db Connections whose transactions run while the single connection is idle
 * @param openSingle Opens a database with one connection, which is closed at the end.
 * @throws MigrationError that names the setting
 */
export async function requireSessions(db: Database, openSingle: () => Database): Promise<void> {
  const single = openSingle()
  try {
    if (!(await changesSession(single, db, await run(single, readId)))) return
    if (await keepsLockedSession(single, db)) return
  } finally {
    await single.destroy()
  }
  throw new MigrationError(
    'DATABASE_URL is the address of a pooler that gives each transaction another session, and a change of the tables needs ' +
      'one session. Set DATABASE_LISTEN_URL to the address of Postgres itself (docs/database.md, “Behind a pooler”).',
  )
}

/** Whether another connection gets the session with this id, or the single connection gets a different session. */
async function changesSession(single: Database, db: Database, id: number): Promise<boolean> {
  for (let comparison = 0; comparison < COMPARISONS; comparison += 1) {
    const isElsewhere = await db
      .transaction()
      .execute(async (other) => (await run(other, readId)) === id || (await run(single, readId)) !== id)
    if (isElsewhere) return true
    await setTimeout(Math.random() * PAUSE_MS_MAX)
  }
  return false
}

async function keepsLockedSession(single: Database, db: Database): Promise<boolean> {
  const id = await run(single, readIdAndLock)
  try {
    return !(await changesSession(single, db, id))
  } finally {
    await release([single, db], id)
  }
}

/**
 * Releases the lock that a session holds. Tries all connections, because the pooler may give the session to any of
 * them. If the session's connection broke, there is no lock any more.
 */
async function release(connections: readonly Database[], id: number): Promise<void> {
  const releaseThere = sql<{ isReleased: boolean }>`
    select case when pg_backend_pid() = ${id}::integer then pg_advisory_unlock_shared${LOCK} else false end as "isReleased"`
  for (let attempt = 1; attempt <= RELEASES_MAX; attempt += 1) {
    // Sends more statements at once in each attempt, because a pooler gives the same session to statements that
    // follow each other.
    const statements = connections.flatMap((connection) =>
      Array.from({ length: attempt }, () => releaseThere.execute(connection).catch(() => undefined)),
    )
    const results = await Promise.all(statements)
    if (results.some((result) => result?.rows[0]?.isReleased === true)) return
  }
}

async function run(connection: Database, statement: typeof readId): Promise<number> {
  const { rows } = await statement.execute(connection)
  const [row] = rows
  if (row === undefined) throw new Error('The database does not report the session')
  return row.id
}
