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
import type { SignedTransaction } from '#service/relayer/relay.ts'
import type { Decision, Said } from '#service/execution/decide-outcome.ts'
import { insertTransactionEvents, outboxNotification } from '#service/webhooks/emit-transaction-events.ts'

export type StoredTransaction = {
  id: string
  state: TransactionState
  transactionHash: Hex | null
  isHeld: boolean
  /** Its end-user's decision, where one was asked for and given. */
  isApproved: boolean
}

/** The organization's transaction with a digest, or `undefined`. */
export async function findByDigest(
  db: Database,
  organizationId: string,
  digest: Hex,
): Promise<StoredTransaction | undefined> {
  const row = await db
    .selectFrom('transactions')
    .leftJoin('held_transactions as held', 'held.transaction_id', 'transactions.id')
    .select([
      'transactions.id',
      'state',
      'transaction_hash',
      'held.transaction_id as held_id',
      'held.approved',
    ])
    .where('digest', '=', digest)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      state: row.state,
      transactionHash: row.transaction_hash,
      isHeld: row.held_id !== null,
      isApproved: row.approved === true,
    }
  )
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
      watch: 'unread',
    })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Stores a transaction that somebody else executed before it came here: CONFIRMED when that is final, else SUBMITTED.
 *
 * @throws CONFLICT when its digest is stored already
 */
export async function insertExecuted(
  trx: Transaction,
  transaction: NewTransaction,
  { said, isFinal }: { said: Said; isFinal: boolean },
): Promise<void> {
  const row = {
    ...newRow(transaction),
    state: isFinal ? 'CONFIRMED' : 'SUBMITTED',
    relayed_id: null,
    transaction_hash: said.hash,
    block_number: said.blockNumber.toString(),
    block_hash: said.blockHash,
    reason: said.note ?? null,
    watch: isFinal ? 'followed' : 'unread',
  } as const
  const insert = trx.insertInto('transactions').values(row)
  const once = insert.onConflict((conflict) => conflict.column('digest').doNothing()).returningAll()
  const stored = await changeAndTell(trx, sql`${once}`, { to: row.state, now: transaction.now })
  if (stored === 0) throw serviceError('CONFLICT', 'This transaction is stored already')
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
    // What is sent, the relayer looks after first.
    .$if(move.to === 'SUBMITTED', (sent) => sent.set({ watch: null, reason: null, block_number: null }))
    .where('state', 'in', move.from === undefined ? statesBefore(move.to) : [move.from])
  const chosen =
    'id' in which ? update.where('id', '=', which.id) : update.where('relayed_id', '=', which.relayed_id)
  return (await changeAndTell(trx, sql`${chosen.returningAll()}`, move)) > 0
}

export type Settled = { id: string; decision: Decision }

/** Stores how transactions ended, those that may go there, with their events: one statement for each state. */
export async function settleTransactions(
  trx: Transaction,
  settled: readonly Settled[],
  now: Date,
): Promise<void> {
  for (const to of ['CONFIRMED', 'FAILED', 'CANCELLED'] as const) {
    const rows = settled.filter(({ decision }) => decision.to === to).map(settledRow)
    if (rows.length === 0) continue
    const update = sql`
      update transactions set state = ${to}, updated_at = ${now},
        transaction_hash = coalesce(settled.hash, transactions.transaction_hash),
        block_number = settled.block_number, block_hash = settled.block_hash, reason = settled.reason,
        watch = case when transactions.watch is not null then 'followed' end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as settled (id uuid, hash text, block_number numeric, block_hash text, reason text)
      where transactions.id = settled.id and state = any(${statesBefore(to)})
      returning transactions.*`
    await changeAndTell(trx, update, { to, now })
  }
}

function settledRow({ id, decision }: Settled) {
  const { hash, blockNumber, blockHash, reason } = decision
  return {
    id,
    hash: hash ?? null,
    block_number: blockNumber?.toString() ?? null,
    block_hash: blockHash,
    reason,
  }
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
