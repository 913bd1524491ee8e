import { sql } from 'kysely'
import type { Hex } from 'viem'
import { LIVE_EVENT_OF_STATE } from '#protocol/events.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { BYPASSED_REASONS, type Bypassed, type TransactionState } from '#protocol/transaction-states.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { WalletKey } from '#service/chain/wallet-authority.ts'
import { insertRows, type Transaction } from '#service/db/database.ts'
import { updateAndEmit } from './move-transactions.ts'
import { signingKeyColumns } from './signing-key.ts'
import type { LedgerTables, StoredRequester } from './tables.ts'

/** A checked transaction before it is stored. */
export type CheckedTransaction = {
  id: string
  organizationId: string
  digest: Hex
  call: ExecuteCall
  signature: Hex
  /** The passkey that made the signature. Undefined if unknown. */
  signingKey?: WalletKey | undefined
  requestedBy?: StoredRequester
}

export type NewTransaction = CheckedTransaction & { now: Date }

export type SignedTransaction = NewTransaction & { relayed: { id: string; hash: Hex } }

/** An execution by another party. `note`: further facts about it. */
export type OutsideExecution = {
  hash: Hex
  blockNumber: bigint
  blockHash: Hex
  note?: string | undefined
  bypassed?: Bypassed | undefined
}

/**
 * Stores transactions that need no approval, moving them to APPROVED and SUBMITTED in one step, with their
 * events.
 *
 * @throws CONFLICT if a digest is already stored
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
 * Stores a transaction that needs no person's approval and is sent after it is stored. It has no event, because
 * `transaction.approved` means that a person has approved (specification, Events).
 *
 * @throws CONFLICT if its digest is already stored
 */
export async function insertApproved(trx: Transaction, transaction: NewTransaction): Promise<void> {
  requireNew(await insertRowsWithEvent(trx, [{ ...newRow(transaction), state: 'APPROVED' }], undefined), 1)
}

/**
 * Stores a transaction that waits for its end-user, with its event.
 *
 * @throws CONFLICT if its digest is already stored
 */
export async function insertHeld(trx: Transaction, transaction: NewTransaction): Promise<void> {
  await insert(trx, [{ ...newRow(transaction), state: 'PENDING_USER_APPROVAL', watch: 'unread' }])
}

/**
 * Stores a transaction that another party executed before it was submitted here: CONFIRMED if the execution is
 * final, else SUBMITTED.
 *
 * @throws CONFLICT if its digest is already stored
 */
export async function insertExecuted(
  trx: Transaction,
  transaction: NewTransaction,
  executed: OutsideExecution,
  isFinal: boolean,
): Promise<void> {
  const state = isFinal ? 'CONFIRMED' : 'SUBMITTED'
  await insert(trx, [
    { ...executedRow(transaction, executed), state, watch: isFinal ? 'followed' : 'unread' },
  ])
}

/**
 * Stores final executions as CONFIRMED, with their events. The service found them on the chain without a request to
 * execute them. Returns the ids of the new ones. Transactions stored meanwhile stay unchanged.
 */
export async function insertFound(
  trx: Transaction,
  found: readonly { transaction: NewTransaction; executed: OutsideExecution }[],
): Promise<Set<string>> {
  const rows = found.map(({ transaction, executed }) => ({
    ...executedRow(transaction, executed),
    state: 'CONFIRMED' as const,
    watch: 'followed' as const,
    outside: true,
  }))
  const stored = await insertNew(trx, rows)
  return new Set(stored.map(({ id }) => id))
}

function executedRow(
  transaction: NewTransaction,
  { hash, blockNumber, blockHash, note, bypassed }: OutsideExecution,
) {
  return {
    ...newRow(transaction),
    transaction_hash: hash,
    block_number: blockNumber.toString(),
    block_hash: blockHash,
    reason: bypassed === undefined ? (note ?? null) : BYPASSED_REASONS[bypassed],
    bypassed: bypassed ?? null,
  }
}

type NewRow = Partial<Record<keyof LedgerTables['transactions'], unknown>> & { state: TransactionState }

async function insert(trx: Transaction, rows: readonly NewRow[]): Promise<void> {
  requireNew(await insertNew(trx, rows), rows.length)
}

/** @throws CONFLICT if fewer rows were inserted than were given */
function requireNew(stored: readonly unknown[], count: number): void {
  if (stored.length < count) throw apiError('CONFLICT', 'This transaction was already stored')
}

/** Inserts the rows whose digest is not stored yet, with an event for their state. */
async function insertNew(trx: Transaction, rows: readonly NewRow[]) {
  const [first] = rows
  return first === undefined ? [] : insertRowsWithEvent(trx, rows, LIVE_EVENT_OF_STATE[first.state])
}

function insertRowsWithEvent(
  trx: Transaction,
  rows: readonly NewRow[],
  event: Parameters<typeof updateAndEmit>[2],
) {
  const inserted = sql`${insertRows('transactions', rows)} on conflict (digest) do nothing returning *`
  return updateAndEmit(trx, inserted, event)
}

/** The columns that are known before anything happens to a transaction. */
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
    // `insertRows` passes the rows as JSON. Postgres reads this text as bytes.
    signature: `\\x${transaction.signature.slice(2)}`,
    ...signingKeyColumns(transaction.signingKey),
    requested_by: transaction.requestedBy ?? null,
    created_at: now,
    updated_at: now,
  }
}
