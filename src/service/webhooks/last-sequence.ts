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
 * Takes the lock for assigning sequences and returns the last assigned sequence. With `skip`, returns undefined if
 * another process holds the lock. If the counter's `history` differs from the database's, the database was restored
 * to an earlier state, and the lost sequences are skipped.
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
 * @throws EVENT_CURSOR_AHEAD for a sequence that was never assigned. The reader has then followed a later state of
 * the database, from before a restore.
 */
export async function requireAssigned(db: Database, sequence: string): Promise<void> {
  if (BigInt(sequence) <= BigInt(await lastSequence(db))) return
  // Detects a restore first. The sequences that are then skipped may include this one.
  const last = (await db.transaction().execute((trx) => lockLastSequence(trx, 'wait'))) ?? '0'
  if (BigInt(sequence) > BigInt(last)) throw apiError('EVENT_CURSOR_AHEAD', sequence, last)
}
