import { sql } from 'kysely'
import type { Hex } from 'viem'
import { LIVE_EVENT_OF_STATE } from '#protocol/events.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { insertRows, type Transaction } from '#service/db/database.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { LedgerTables, StoredRequester } from './tables.ts'
import { updateAndEmit } from './move-transactions.ts'

/** A checked transaction, before it is stored. */
export type CheckedTransaction = {
  id: string
  organizationId: string
  digest: Hex
  call: ExecuteCall
  signature: Hex
  requestedBy?: StoredRequester
}

export type NewTransaction = CheckedTransaction & { now: Date }

export type SignedTransaction = NewTransaction & { relayed: { id: string; hash: Hex } }

/** An execution by another party; `note`: what else there is to know of it. */
export type OutsideExecution = {
  hash: Hex
  blockNumber: bigint
  blockHash: Hex
  note?: string | undefined
  isFinal: boolean
}

/**
 * Stores transactions that need no approval, APPROVED and SUBMITTED in one step, with their events.
 *
 * @throws CONFLICT when a digest is stored already
 */
export async function insertSubmitted(trx: Transaction, signed: readonly SignedTransaction[]): Promise<void> {
  const rows = signed.map(({ relayed, ...transaction }) => ({
    ...newRow(transaction),
    state: 'SUBMITTED' as const,
    relayed_id: relayed.id,
    transaction_hash: relayed.hash,
  }))
  await insert(trx, rows)
}

/**
 * Stores a transaction that waits for its end-user, with the event of it.
 *
 * @throws CONFLICT when its digest is stored already
 */
export async function insertHeld(trx: Transaction, transaction: NewTransaction): Promise<void> {
  await insert(trx, [{ ...newRow(transaction), state: 'PENDING_USER_APPROVAL', watch: 'unread' }])
}

/**
 * Stores a transaction that another party executed before it came here: CONFIRMED when that is final, else SUBMITTED.
 *
 * @throws CONFLICT when its digest is stored already
 */
export async function insertExecuted(
  trx: Transaction,
  transaction: NewTransaction,
  { hash, blockNumber, blockHash, note, isFinal }: OutsideExecution,
): Promise<void> {
  const row = {
    ...newRow(transaction),
    state: isFinal ? 'CONFIRMED' : 'SUBMITTED',
    transaction_hash: hash,
    block_number: blockNumber.toString(),
    block_hash: blockHash,
    reason: note ?? null,
    watch: isFinal ? 'followed' : 'unread',
  } as const
  await insert(trx, [row])
}

type NewRow = Partial<Record<keyof LedgerTables['transactions'], unknown>> & { state: TransactionState }

async function insert(trx: Transaction, rows: readonly NewRow[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const inserted = sql`${insertRows('transactions', rows)} on conflict (digest) do nothing returning *`
  const stored = await updateAndEmit(trx, inserted, LIVE_EVENT_OF_STATE[first.state])
  if (stored.length < rows.length) throw apiError('CONFLICT', 'This transaction is stored already')
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
    requested_by: transaction.requestedBy ?? null,
    created_at: now,
    updated_at: now,
  }
}
