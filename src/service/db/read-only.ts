import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Reason why a database accepts no writes: it copies another server, or its sessions are read-only. */
export type ReadOnlyCause = 'standby' | 'sessions'

/** The fault, as a sentence about the database, and the next step, as an imperative. */
export const READ_ONLY: Record<ReadOnlyCause, { detail: string; todo: string }> = {
  standby: {
    detail: 'the database is read-only: it is a standby, which copies another server',
    todo: 'set DATABASE_URL to the primary, or promote this server',
  },
  sessions: {
    detail: 'the database is read-only: a setting of the server, the role or a pooler makes its sessions so',
    todo: 'set default_transaction_read_only = off for the role, or connect directly to Postgres',
  },
}

/** Finds out whether a session of this database may write. Undefined if it may. Only reads. */
export async function findReadOnlyCause(db: Database): Promise<ReadOnlyCause | undefined> {
  const { rows } = await sql<{ isStandby: boolean; isReadOnly: boolean }>`
    select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The database does not report whether it accepts writes')
  if (row.isStandby) return 'standby'
  return row.isReadOnly ? 'sessions' : undefined
}

/**
 * Refuses a database that accepts no writes, before anything else fails on it with a sentence about one table.
 *
 * @throws Error with a sentence for the operator
 */
export async function requireWritable(db: Database): Promise<void> {
  const cause = await findReadOnlyCause(db)
  if (cause === undefined) return
  const { detail, todo } = READ_ONLY[cause]
  throw new Error(`DATABASE_URL: ${detail}. To fix it, ${todo}.`)
}
