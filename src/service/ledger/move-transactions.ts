import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Hex, Address } from 'viem'
import { LIVE_EVENT_OF_STATE, type EventType, type LiveEventType } from '#protocol/events.ts'
import {
  TRANSACTION_MOVES,
  TRANSACTION_STATES,
  type Bypassed,
  type TransactionState,
} from '#protocol/transaction-states.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import { outboxNotification, newEventId } from '#service/webhooks/emit-event.ts'
import { signatureColumn, signingKeyColumns, type KeyedSignature, type SigningKeyRow } from './signing-key.ts'
import type { LedgerTables, Watch } from './tables.ts'

/** Earlier states of a transaction that a reorganization reopens. */
const BEFORE_OUTCOME = ['PENDING_USER_APPROVAL', 'APPROVED', 'SUBMITTED', 'REJECTED', 'EXPIRED'] as const

type Cause = 'progress' | 'cancellation' | 'resend' | 'reorganization'
type Moves = Partial<Record<TransactionState, readonly TransactionState[]>>

/**
 * All moves, from -> to. `cancellation` is by the organization and ends undecided transactions. `resend` and
 * `reorganization` return to an earlier state (ADR 0010).
 */
export const MOVES: Record<Cause, Moves> = {
  progress: TRANSACTION_MOVES,
  cancellation: { PENDING_USER_APPROVAL: ['CANCELLED'] },
  resend: { FAILED: ['SUBMITTED'] },
  reorganization: {
    FAILED: ['SUBMITTED'],
    CONFIRMED: [...BEFORE_OUTCOME, 'CANCELLED'],
    CANCELLED: BEFORE_OUTCOME,
  },
}

type Row = Selectable<LedgerTables['transactions']>
type SetAlong =
  | 'transaction_hash'
  | 'block_number'
  | 'block_hash'
  | 'reason'
  | 'bypassed'
  | 'outside'
  | 'relayed_id'
  | 'watch'
  | 'signature'
  | keyof SigningKeyRow

export type Move = {
  to: TransactionState
  /** Cause of the move. Undefined means `progress`. */
  cause?: Cause
  at: Date | RawBuilder<Date>
  /** SQL condition on `transactions` and `joined` that selects among the movable rows. */
  which: RawBuilder<unknown>
  /** SQL relation that the update joins. */
  joined?: RawBuilder<unknown>
  /** Other columns that change; values or SQL. */
  set?: { [Name in SetAlong]?: Row[Name] | RawBuilder<unknown> }
}

/**
 * Moves transactions to another state, if the move from their current state is allowed, and stores an event for each.
 * One conditional update decides between simultaneous attempts. No other SQL of the product sets a state. Reopening a
 * transaction emits no event; its outcome is later emitted a second time. Returns the moved transactions.
 */
export async function moveTransactions(
  trx: Database,
  { to, cause = 'progress', at, which, joined, set = {} }: Move,
): Promise<ChangedTransaction[]> {
  const changes = Object.entries({ ...set, state: to, updated_at: at })
  const from = TRANSACTION_STATES.filter((state) => MOVES[cause][state]?.includes(to))
  const update = sql`
    update transactions set ${sql.join(changes.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
    ${joined === undefined ? sql`` : sql`from ${joined}`}
    where transactions.state = any(${from}) and (${which})
    returning transactions.*`
  return updateAndEmit(trx, update, chooseEvent(to, cause))
}

function chooseEvent(to: TransactionState, cause: Cause): TransactionEvent['type'] | undefined {
  if (cause === 'reorganization') return undefined
  return cause === 'cancellation' ? 'transaction.cancelled' : LIVE_EVENT_OF_STATE[to]
}

/**
 * Sets whether the digests of transactions are read from wallets, followed, or neither. `which`: SQL condition.
 */
export async function watchTransactions(
  trx: Database,
  watch: Watch | null,
  which: RawBuilder<unknown>,
): Promise<void> {
  await sql`update transactions set watch = ${watch} where ${which}`.execute(trx)
}

/**
 * Moves a stored transaction to SUBMITTED and stores the relayer's signed transaction, which the relayer tracks
 * from then on. `signed`: a signature over the same digest that replaces the stored one. It may come from
 * another passkey.
 *
 * @throws CONFLICT if another update was faster, in which case nothing is stored
 */
export async function markSubmitted(
  trx: Transaction,
  id: string,
  relayed: { id: string; hash: Hex },
  { at, cause, signed }: Required<Pick<Move, 'at' | 'cause'>> & { signed?: KeyedSignature | undefined },
): Promise<void> {
  const sent = { relayed_id: relayed.id, transaction_hash: relayed.hash }
  const moved = await moveTransactions(trx, {
    to: 'SUBMITTED',
    cause,
    at,
    which: sql`id = ${id}::uuid`,
    set: {
      ...sent,
      ...(signed !== undefined && {
        signature: signatureColumn(signed.signature),
        ...signingKeyColumns(signed.signingKey),
      }),
      watch: null,
      reason: null,
      bypassed: null,
      outside: false,
      block_number: null,
    },
  })
  if (moved.length === 0) throw apiError('CONFLICT', 'This transaction was already sent')
}

const OUTCOMES = ['CONFIRMED', 'FAILED', 'CANCELLED'] as const

/** The outcome of a transaction. */
export type Settlement = {
  id: string
  to: (typeof OUTCOMES)[number]
  /** Transaction hash. Undefined keeps the recorded one. */
  hash?: Hex
  blockNumber: bigint | null
  blockHash: Hex | null
  reason: string | null
  /** Null if the execution bypassed nothing. */
  bypassed: Bypassed | null
}

/** Stores the outcomes of transactions whose state allows it, with their events. Uses one statement for each state. */
export async function settleTransactions(
  trx: Transaction,
  settlements: readonly Settlement[],
  at: Date,
): Promise<void> {
  for (const to of OUTCOMES) {
    const settled = settlements.filter((one) => one.to === to)
    if (settled.length === 0) continue
    const rows = settled.map((one) => ({ ...one, blockNumber: one.blockNumber?.toString() }))
    await moveTransactions(trx, {
      to,
      at,
      joined: sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as settled (id uuid, hash text, "blockNumber" numeric, "blockHash" text, reason text, bypassed text)`,
      which: sql`transactions.id = settled.id`,
      set: {
        transaction_hash: sql`coalesce(settled.hash, transactions.transaction_hash)`,
        block_number: sql`settled."blockNumber"`,
        block_hash: sql`settled."blockHash"`,
        reason: sql`settled.reason`,
        bypassed: sql`settled.bypassed`,
        watch: sql`case when transactions.watch is not null then 'followed' end`,
      },
    })
  }
}

type TransactionEvent = {
  type: Extract<EventType | LiveEventType, `transaction.${string}`>
  at: Date | RawBuilder<Date>
}

/**
 * Stores an event of a transaction whose state stays the same. The event has the present values of the transaction
 * and its wallet. Call this function in the database transaction that makes the reported change. Changes of the
 * state store their own events (`updateAndEmit`).
 */
export async function emitTransactionEvent(
  trx: Transaction,
  id: string,
  event: TransactionEvent,
): Promise<void> {
  const transaction = sql`(select * from transactions where id = ${id}::uuid)`
  await sql`
    with stored as (${insertTransactionEvents(transaction, event)})
    select ${outboxNotification} from stored`.execute(trx)
}

/**
 * SQL that stores one event for each row of a relation with the columns of `transactions`. `at` refers to a row as
 * `changed`. The statement returns the organizations of the events, which callers notify by `outboxNotification`.
 */
function insertTransactionEvents(changed: RawBuilder<unknown>, { type, at }: TransactionEvent) {
  return sql`
    insert into events (id, organization_id, type, occurred_at, data)
    select ${newEventId}, changed.organization_id, ${type}, ${at}, json_strip_nulls(json_build_object(
      'transactionUuid', changed.id, 'walletAddress', changed.wallet_address,
      'externalUserId', nullif(wallet.external_user_id, ''), 'status', changed.state, 'digest', changed.digest,
      'transactionHash', changed.transaction_hash, 'reason', changed.reason))
    from ${changed} as changed
    left join wallets as wallet on wallet.address = changed.wallet_address and wallet.status <> 'failed'
    returning organization_id`
}

type ChangedTransaction = { id: string; wallet_address: Address; updated_at: Date }

/**
 * Changes rows of `transactions` and stores the event of each, at the time of the change, in one statement. Either
 * the changes and the events are committed, or neither. `change` is an insert or an update that returns whole rows.
 * Without `type` there is no event.
 */
export async function updateAndEmit(
  trx: Database,
  change: RawBuilder<unknown>,
  type: TransactionEvent['type'] | undefined,
): Promise<ChangedTransaction[]> {
  if (type === undefined) {
    const changed = await sql<ChangedTransaction>`
      with changed as (${change})
      select id, wallet_address, updated_at from changed`.execute(trx)
    return changed.rows
  }
  const events = insertTransactionEvents(sql`changed`, { type, at: sql`changed.updated_at` })
  const changed = await sql<ChangedTransaction>`
    with changed as (${change}), emitted as (${events})
    select id, wallet_address, updated_at, ${outboxNotification} from changed`.execute(trx)
  return changed.rows
}
