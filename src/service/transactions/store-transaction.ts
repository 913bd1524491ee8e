import { sql, type RawBuilder } from 'kysely'
import type { Address, Hex } from 'viem'
import { EVENT_OF_STATE, type ToldState } from '#shared/org/events.ts'
import {
  TRANSACTION_MOVES,
  TRANSACTION_STATES,
  type TransactionState,
} from '#shared/org/transaction-states.ts'
import type { ExecuteCall } from '#shared/signing/execute-digest.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import { serviceError } from '#service/http/service-error.ts'
import type { RelayOutcome, SignedTransaction } from '#service/relayer/relay.ts'
import { insertTransactionEvents, outboxNotification } from '#service/webhooks/emit-transaction-events.ts'

export type StoredTransaction = { id: string; transactionHash: Hex | null; isHeld: boolean }

/** The organization's transaction with a digest, or `undefined`. */
export async function findByDigest(
  db: Database,
  organizationId: string,
  digest: Hex,
): Promise<StoredTransaction | undefined> {
  const row = await db
    .selectFrom('transactions')
    .leftJoin('held_transactions as held', 'held.transaction_id', 'transactions.id')
    .select(['transactions.id', 'transaction_hash', 'held.transaction_id as held_id'])
    .where('digest', '=', digest)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row && { id: row.id, transactionHash: row.transaction_hash, isHeld: row.held_id !== null }
}

/** A checked transaction, before it is stored. */
export type CheckedTransaction = {
  id: string
  organizationId: string
  digest: Hex
  call: ExecuteCall
  signature: Hex
}

export type NewTransaction = CheckedTransaction & { now: Date }

/**
 * Stores transactions that need no approval, together with their relayed forms and their events, in one
 * statement: APPROVED and SUBMITTED in one step.
 *
 * @throws CONFLICT when a digest is stored already
 */
export async function insertSubmitted(trx: Transaction, signed: readonly SignedTransaction[]): Promise<void> {
  const [first] = signed
  if (first === undefined) return
  const rows = signed.map(submittedRow)
  const columns = sql.join(Object.keys(submittedRow(first)).map((name) => sql.ref(name)))
  // The rows as one parameter: the statement is the same for any number of them, so it stays prepared.
  const insert = sql`
    insert into transactions (${columns})
    select ${columns} from jsonb_populate_recordset(null::transactions, ${JSON.stringify(rows)}::jsonb)
    on conflict (digest) do nothing returning *`
  const stored = await changeAndTell(trx, insert, { to: 'SUBMITTED', now: first.now })
  if (stored < signed.length) throw serviceError('CONFLICT', 'This transaction is stored already')
}

function submittedRow({ relayed, ...transaction }: SignedTransaction) {
  return {
    ...newRow(transaction),
    state: 'SUBMITTED',
    relayed_id: relayed.id,
    transaction_hash: relayed.hash,
  }
}

/** Stores a transaction that waits for its end-user. Answers `false` when its digest is stored already. */
export async function insertHeld(trx: Transaction, transaction: NewTransaction): Promise<boolean> {
  const row = await trx
    .insertInto('transactions')
    .values({
      ...newRow(transaction),
      state: 'PENDING_USER_APPROVAL',
      relayed_id: null,
      transaction_hash: null,
    })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The columns that are known before anything happens with a transaction. */
function newRow({ call, now, ...transaction }: NewTransaction) {
  return {
    id: transaction.id,
    organization_id: transaction.organizationId,
    wallet_address: lowerCase(call.walletAddress),
    digest: transaction.digest,
    to_address: lowerCase(call.toAddress),
    value: call.value.toString(),
    data: call.data,
    expiration: call.expiration.toString(),
    fee: call.fee.toString(),
    fee_coin_address: lowerCase(call.feeCoinAddress),
    fee_withdraw_address: lowerCase(call.feeWithdrawAddress),
    signature: transaction.signature,
    block_number: null,
    reason: null,
    created_at: now,
    updated_at: now,
  }
}

export type TransactionMove = {
  /** Only from this state, where others would be allowed too. */
  from?: TransactionState
  to: ToldState
  now: Date
  set?: { transaction_hash?: Hex; block_number?: string; reason?: string; relayed_id?: string }
}

/**
 * Moves a transaction to another state, if it is in one from which that move is allowed, and stores the event
 * of it: one conditional update decides between all who try at once. Answers whether this one did it.
 */
export async function moveTransaction(
  trx: Database | Transaction,
  which: { id: string } | { relayed_id: string },
  move: TransactionMove,
): Promise<boolean> {
  const update = trx
    .updateTable('transactions')
    .set({ ...move.set, state: move.to, updated_at: move.now })
    .where('state', 'in', move.from === undefined ? statesBefore(move.to) : [move.from])
  const chosen =
    'id' in which ? update.where('id', '=', which.id) : update.where('relayed_id', '=', which.relayed_id)
  return (await changeAndTell(trx, sql`${chosen.returningAll()}`, move)) > 0
}

/** Moves the executions of mined transactions to how they ended, those that may go there, in one statement. */
export async function endTransactions(
  trx: Transaction,
  outcomes: readonly RelayOutcome[],
  move: { to: 'CONFIRMED' | 'FAILED'; now: Date },
): Promise<void> {
  if (outcomes.length === 0) return
  const ended = outcomes.map((outcome) => ({
    relayed_id: outcome.id,
    hash: outcome.hash,
    block_number: outcome.blockNumber?.toString() ?? null,
    reason: outcome.status === 'failed' ? outcome.reason : null,
  }))
  const update = sql`
    update transactions set state = ${move.to}, updated_at = ${move.now}, transaction_hash = ended.hash,
      block_number = coalesce(ended.block_number, transactions.block_number),
      reason = coalesce(ended.reason, transactions.reason)
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb)
      as ended (relayed_id uuid, hash text, block_number numeric, reason text)
    where transactions.relayed_id = ended.relayed_id and state = any(${statesBefore(move.to)})
    returning transactions.*`
  await changeAndTell(trx, update, move)
}

function statesBefore(state: TransactionState): TransactionState[] {
  return TRANSACTION_STATES.filter((before) => TRANSACTION_MOVES[before].includes(state))
}

/** Changes rows of transactions and stores the events of their new state, in one statement. Answers how many. */
async function changeAndTell(
  trx: Database | Transaction,
  change: RawBuilder<unknown>,
  { to, now }: Pick<TransactionMove, 'to' | 'now'>,
): Promise<number> {
  const told = insertTransactionEvents(sql`moved`, { type: EVENT_OF_STATE[to], at: now })
  const moved = await sql`
    with moved as (${change}), told as (${told})
    select id, ${outboxNotification} from moved`.execute(trx)
  return moved.rows.length
}

function lowerCase(address: Address): Address {
  return `0x${address.slice(2).toLowerCase()}`
}
