import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Reason why a database accepts no writes: it copies another server, or its sessions are read-only. */
export type ReadOnlyCause = 'standby' | 'sessions'

export type ReadOnlyFault = { detail: string; todo: string }

/** The fault, as a sentence about the database, and the next step, as an imperative. */
export const READ_ONLY: Record<ReadOnlyCause, ReadOnlyFault> = {
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
 * Refuses a database that accepts no writes. Otherwise, a later statement would fail with an error about a single
 * table.
 *
 * @throws Error with a sentence for the operator
 */
export async function requireWritable(db: Database): Promise<void> {
  const cause = await findReadOnlyCause(db)
  if (cause !== undefined) throw toError(READ_ONLY[cause])
}

function toError({ detail, todo }: ReadOnlyFault): Error {
  return new Error(`DATABASE_URL: ${detail}. To fix it, ${todo}.`)
}

export type ReadOnlyWait = {
  /** Time in milliseconds after which a database that is still read-only is refused. */
  waitMsMax: number
  pollMs?: number
  /** Called once if the database is read-only. Returns a function that is called at the end of the wait. */
  onWait: (fault: ReadOnlyFault) => Promise<() => Promise<void>>
}

const POLL_MS = 1_000

/**
 * Waits while the database is read-only, as during a failover. Each check uses a new connection, because the host
 * name may lead to another server meanwhile. If the database cannot be reached during the wait, it is checked again.
 *
 * @throws Error with a sentence for the operator if the wait takes too long
 */
export async function waitForWrites(
  open: () => { db: Database; close: () => Promise<void> },
  { waitMsMax, pollMs = POLL_MS, onWait }: ReadOnlyWait,
): Promise<void> {
  const untilMs = performance.now() + waitMsMax
  const look = async () => {
    const { db, close } = open()
    try {
      return await findReadOnlyCause(db)
    } finally {
      await close()
    }
  }
  const first = await look()
  if (first === undefined) return
  let fault: unknown = toError(READ_ONLY[first])
  const end = await onWait(READ_ONLY[first])
  try {
    while (performance.now() < untilMs) {
      await wait(pollMs)
      try {
        const cause = await look()
        if (cause === undefined) return
        fault = toError(READ_ONLY[cause])
      } catch (error) {
        fault = error
      }
    }
  } finally {
    await end()
  }
  throw fault
}
