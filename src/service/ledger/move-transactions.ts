import { sql, type RawBuilder, type Selectable } from 'kysely'
import { LIVE_EVENT_OF_STATE } from '#protocol/org/events.ts'
import {
  TRANSACTION_MOVES,
  TRANSACTION_STATES,
  type TransactionState,
} from '#protocol/org/transaction-states.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import type { LedgerTables } from './tables.ts'
import { updateAndEmit, type ChangedTransaction } from './update-and-emit.ts'

/** Where what a reorganization takes back may have stood before. */
const BEFORE_OUTCOME = ['PENDING_USER_APPROVAL', 'APPROVED', 'SUBMITTED', 'REJECTED', 'EXPIRED'] as const

type Cause = 'progress' | 'resend' | 'reorganization'
type Moves = Partial<Record<TransactionState, readonly TransactionState[]>>

/** All moves, from -> to. `resend` and `reorganization` do not go on from a state but take it back (ADR 0010). */
export const MOVES: Record<Cause, Moves> = {
  progress: TRANSACTION_MOVES,
  resend: { FAILED: ['SUBMITTED'] },
  reorganization: { FAILED: ['SUBMITTED'], CONFIRMED: BEFORE_OUTCOME, CANCELLED: BEFORE_OUTCOME },
}

type Row = Selectable<LedgerTables['transactions']>
type SetAlong = 'transaction_hash' | 'block_number' | 'block_hash' | 'reason' | 'relayed_id' | 'watch'

export type Move = {
  to: TransactionState
  /** Absent: `progress`. */
  cause?: Cause
  at: Date | RawBuilder<Date>
  /** SQL condition on `transactions` and `joined`: which are moved, of those that may be. */
  which: RawBuilder<unknown>
  /** SQL relation. */
  joined?: RawBuilder<unknown>
  /** What else changes; values or SQL. */
  set?: { [Name in SetAlong]?: Row[Name] | RawBuilder<unknown> }
}

/**
 * Moves transactions to another state, those that are in one from which that move is allowed, and stores the event of
 * each: one conditional update decides between all who try at once. No other SQL of the product sets a state. What a
 * reorganization takes back has no event: its outcome is told a second time. Answers what was moved.
 */
export async function moveTransactions(
  trx: Database | Transaction,
  { to, cause = 'progress', at, which, joined, set = {} }: Move,
): Promise<ChangedTransaction[]> {
  const changes = Object.entries({ ...set, state: to, updated_at: at })
  const from = TRANSACTION_STATES.filter((state) => MOVES[cause][state]?.includes(to))
  const update = sql`
    update transactions set ${sql.join(changes.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
    ${joined === undefined ? sql`` : sql`from ${joined}`}
    where transactions.state = any(${from}) and (${which})
    returning transactions.*`
  return updateAndEmit(trx, update, cause === 'reorganization' ? undefined : LIVE_EVENT_OF_STATE[to])
}
