import { sql } from 'kysely'
import { MigrationError } from '#server-kit/db/run-migrations.ts'
import type { Database } from './database.ts'

const LOCK = sql`(hashtext('latchkey session check'))`

const readId = sql<{ id: number }>`select pg_backend_pid() as id`
/** Shared, so that processes do not wait for each other. Some poolers keep a session for a client that holds a lock. */
const readIdAndLock = sql<{ id: number }>`select pg_backend_pid() as id, pg_advisory_lock_shared${LOCK}`
const unlock = sql`select pg_advisory_unlock_shared${LOCK}`

/**
 * Number of transactions that are open at once. A pooler gives the first connection's session to one of them, or takes it from the
 * first connection. One transaction would be enough if no other client of the pooler were active.
 */
const OTHERS = 4

/**
 * Requires that a connection keeps its session between transactions, as the lock of migrations needs. A pooler in transaction mode
 * does not.
 *
 * @throws MigrationError that names the setting
 */
export async function requireSessions(db: Database): Promise<void> {
  const isShared = await db.connection().execute(async (first) => {
    const id = (await readIdAndLock.execute(first)).rows[0]?.id
    const isElsewhere = await findElsewhere(db, { first, id }, OTHERS)
    if (!isElsewhere) await unlock.execute(first)
    return isElsewhere
  })
  if (!isShared) return
  throw new MigrationError(
    'DATABASE_URL is the address of a pooler that gives each transaction another session, and a change of the tables needs ' +
      'one session. Set DATABASE_LISTEN_URL to the address of Postgres itself (docs/database.md, “Behind a pooler”).',
  )
}

/** Whether a transaction of another connection runs in the session, or the first connection has another session. */
async function findElsewhere(
  db: Database,
  held: { first: Database; id: number | undefined },
  others: number,
): Promise<boolean> {
  if (others === 0) return (await readId.execute(held.first)).rows[0]?.id !== held.id
  return db.transaction().execute(async (other) => {
    if ((await readId.execute(other)).rows[0]?.id !== held.id) return findElsewhere(db, held, others - 1)
    await unlock.execute(other)
    return true
  })
}
