import { sql, type Compilable } from 'kysely'
import type { Address, Hex } from 'viem'
import { EVENT_OF_STATE, type ToldState } from '#shared/org/events.ts'
import {
  TRANSACTION_MOVES,
  TRANSACTION_STATES,
  type TransactionState,
} from '#shared/org/transaction-states.ts'
import type { ExecuteCall } from '#shared/signing/execute-digest.ts'
import type { Database, Transaction } from '#service/db/database.ts'
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

type NewTransaction = CheckedTransaction & { now: Date }

/**
 * Stores a transaction that needs no approval, together with its relayed form and its event: APPROVED and
 * SUBMITTED in one step. Answers `false` when its digest is stored already.
 */
export async function insertSubmitted(
  trx: Transaction,
  transaction: NewTransaction & { relayed: { id: string; hash: Hex } },
): Promise<boolean> {
  const { relayed, now } = transaction
  const insert = trx
    .insertInto('transactions')
    .values({
      ...newRow(transaction),
      state: 'SUBMITTED',
      relayed_id: relayed.id,
      transaction_hash: relayed.hash,
    })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returningAll()
  return changeAndTell(trx, insert, { to: 'SUBMITTED', now })
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
  const allowedFrom = TRANSACTION_STATES.filter((state) => TRANSACTION_MOVES[state].includes(move.to))
  const update = trx
    .updateTable('transactions')
    .set({ ...move.set, state: move.to, updated_at: move.now })
    .where('state', 'in', move.from === undefined ? allowedFrom : [move.from])
  const chosen =
    'id' in which ? update.where('id', '=', which.id) : update.where('relayed_id', '=', which.relayed_id)
  return changeAndTell(trx, chosen.returningAll(), move)
}

/** Changes a transaction's row and stores the event of its new state, in one statement. */
async function changeAndTell(
  trx: Database | Transaction,
  change: Compilable,
  { to, now }: Pick<TransactionMove, 'to' | 'now'>,
): Promise<boolean> {
  const told = insertTransactionEvents(sql`moved`, { type: EVENT_OF_STATE[to], at: now })
  const moved = await sql`
    with moved as (${change}), told as (${told})
    select id, ${outboxNotification} from moved`.execute(trx)
  return moved.rows.length > 0
}

function lowerCase(address: Address): Address {
  return `0x${address.slice(2).toLowerCase()}`
}
