import type { Address, Hex } from 'viem'
import {
  TRANSACTION_MOVES,
  TRANSACTION_STATES,
  type TransactionState,
} from '#shared/org/transaction-states.ts'
import type { ExecuteCall } from '#shared/signing/execute-digest.ts'
import type { Database, Transaction } from '#service/db/database.ts'

export type StoredTransaction = { id: string; transactionHash: Hex | null }

/** The organization's transaction with a digest, or `undefined`. */
export async function findByDigest(
  db: Database,
  organizationId: string,
  digest: Hex,
): Promise<StoredTransaction | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select(['id', 'transaction_hash'])
    .where('digest', '=', digest)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row && { id: row.id, transactionHash: row.transaction_hash }
}

export type NewTransaction = {
  id: string
  organizationId: string
  digest: Hex
  call: ExecuteCall
  signature: Hex
  relayed: { id: string; hash: Hex }
  now: Date
}

/**
 * Stores a transaction that needs no approval, together with its relayed form: APPROVED and SUBMITTED in one
 * step. Answers `false` when its digest is stored already.
 */
export async function insertSubmitted(trx: Transaction, transaction: NewTransaction): Promise<boolean> {
  const { call, relayed, now } = transaction
  const row = await trx
    .insertInto('transactions')
    .values({
      id: transaction.id,
      organization_id: transaction.organizationId,
      wallet_address: lowerCase(call.walletAddress),
      digest: transaction.digest,
      state: 'SUBMITTED',
      to_address: lowerCase(call.toAddress),
      value: call.value.toString(),
      data: call.data,
      expiration: call.expiration.toString(),
      fee: call.fee.toString(),
      fee_coin_address: lowerCase(call.feeCoinAddress),
      fee_withdraw_address: lowerCase(call.feeWithdrawAddress),
      signature: transaction.signature,
      relayed_id: relayed.id,
      transaction_hash: relayed.hash,
      block_number: null,
      reason: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type TransactionMove = {
  to: TransactionState
  now: Date
  set?: { transaction_hash?: Hex; block_number?: string; reason?: string; relayed_id?: string }
}

/**
 * Moves a transaction to another state, if it is in one from which that move is allowed: one conditional
 * update decides between all who try at once. Answers whether this one did it.
 */
export async function moveTransaction(
  trx: Database | Transaction,
  which: { id: string } | { relayed_id: string },
  move: TransactionMove,
): Promise<boolean> {
  const allowedFrom = TRANSACTION_STATES.filter((state) => TRANSACTION_MOVES[state].includes(move.to))
  // A state that nothing moves to is only begun in.
  if (allowedFrom.length === 0) return false
  const update = trx
    .updateTable('transactions')
    .set({ ...move.set, state: move.to, updated_at: move.now })
    .where('state', 'in', allowedFrom)
  const chosen =
    'id' in which ? update.where('id', '=', which.id) : update.where('relayed_id', '=', which.relayed_id)
  return (await chosen.returning('id').executeTakeFirst()) !== undefined
}

function lowerCase(address: Address): Address {
  return `0x${address.slice(2).toLowerCase()}`
}
