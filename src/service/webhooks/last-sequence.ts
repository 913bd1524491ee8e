import { sql } from 'kysely'
import { apiError } from '#server-kit/http/http-error.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import { goOnFromEarlierState } from '#service/db/earlier-state.ts'

/** The last assigned sequence. All events up to it are committed. */
export async function lastSequence(db: Database): Promise<string> {
  const row = await db.selectFrom('event_counter').select('last_sequence').executeTakeFirstOrThrow()
  return row.last_sequence
}

/**
 * Takes the lock for assigning sequences and returns the last assigned one. With `skip`, returns undefined if
 * another process holds the lock. If the history in the counter's row is not that of the database, the database
 * was restored to an earlier state.
 */
export async function lockLastSequence(trx: Transaction, lock: 'wait' | 'skip'): Promise<string | undefined> {
  const counter = await trx
    .selectFrom('event_counter')
    .select(['last_sequence', 'history', sql<string | null>`event_history()`.as('current')])
    .forUpdate()
    .$if(lock === 'skip', (select) => select.skipLocked())
    .executeTakeFirst()
  if (counter === undefined) return undefined
  const { last_sequence: last, history, current } = counter
  if (current === null || current === history) return last
  await trx.updateTable('event_counter').set({ history: current }).execute()
  return history === null ? last : goOnFromEarlierState(trx)
}

/**
 * @throws EVENT_CURSOR_AHEAD for a sequence that was never assigned: the reader followed a later state of the
 * database before a restore
 */
export async function requireAssigned(db: Database, sequence: string): Promise<void> {
  if (BigInt(sequence) <= BigInt(await lastSequence(db))) return
  // A restore that was not noticed yet is handled first. The sequences that it skips may include this one.
  const last = (await db.transaction().execute((trx) => lockLastSequence(trx, 'wait'))) ?? '0'
  if (BigInt(sequence) > BigInt(last)) throw apiError('EVENT_CURSOR_AHEAD', sequence, last)
}
