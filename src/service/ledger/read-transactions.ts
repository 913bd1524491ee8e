import { sql, type Nullable, type RawBuilder, type Selectable } from 'kysely'
import type { Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import type { Approval, Transaction } from '#protocol/transactions.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import type { Tables } from '#service/db/database.ts'
import type { Select } from '#service/db/select.ts'
import { askedRows, type AskedRow } from './given-approvals.ts'
import type { SigningKeyRow } from './signing-key.ts'
import type { LedgerTables } from './tables.ts'

/**
 * SQL for a row of `transactions`: the time until which anyone who has the signature can still execute a FAILED
 * transaction. Null if that time has passed by the database's clock, and for every other state (ADR 0010).
 */
export const executableUntil: RawBuilder<Date | null> = sql<Date | null>`case
  when transactions.state = 'FAILED' and transactions.watch is not null
    and transactions.expiration > extract(epoch from service_now())
  then to_timestamp(transactions.expiration::double precision) end`

/** SQL: whether the call of a row of `transactions` was executed or may still be executed. */
export const mayMove: RawBuilder<boolean> = sql<boolean>`(
  transactions.state not in ('FAILED', 'REJECTED', 'EXPIRED', 'CANCELLED') or ${executableUntil} is not null)`

/** SQL: the email of the administrator whose approval a policy requires. Null if the approver is an end-user. */
const APPROVING_ADMINISTRATOR = sql<string | null>`(
  select email from approvers where approvers.id = held.approver_id and external_user_id is null)`

/**
 * SQL: the id of the API key that replaced the requester's key. Null if the key was not replaced.
 *
 * @param row The row with `requested_by`
 */
export function keySuccessor(row: string): RawBuilder<string | null> {
  return sql<string | null>`(
    select key.replaced_by from api_keys as key where key.id = (${sql.ref(`${row}.requested_by`)}->>'keyId')::uuid)`
}

/** Selects transactions with everything that `transactionAnswer` reads. Callers filter and sort the query. */
export function selectTransactions(ctx: HasDatabase): TransactionSelect {
  return ctx.db
    .selectFrom('transactions')
    .leftJoin('held_transactions as held', 'held.transaction_id', 'transactions.id')
    .selectAll('transactions')
    .select(['held.number', 'held.approver_id', 'held.held_at', 'held.deadline', 'held.notified_at'])
    .select(['held.seen_at', 'held.decided_at', 'held.decided_with', 'held.approved', 'held.reported'])
    .select(['held.withdrawn_at', 'held.approvals_required', APPROVING_ADMINISTRATOR.as('approver_email')])
    .select(askedRows('transaction').as('asked'))
    .select(executableUntil.as('executable_until'))
    .select(
      sql<
        string | null
      >`case when state = 'PENDING_USER_APPROVAL' then ${keySuccessor('transactions')} end`.as(
        'key_successor',
      ),
    )
    .select(
      sql<boolean | null>`state = 'PENDING_USER_APPROVAL' and held.deadline <= service_now()`.as('is_late'),
    )
    .select(
      sql<number | null>`case when state = 'PENDING_USER_APPROVAL'
        then greatest(0, ceil(extract(epoch from held.deadline - service_now())))::integer end`.as(
        'seconds_left',
      ),
    )
}

type HeldColumn =
  | ('number' | 'approver_id' | 'held_at' | 'deadline' | 'notified_at' | 'seen_at')
  | ('decided_at' | 'decided_with' | 'approved' | 'reported' | 'withdrawn_at' | 'approvals_required')

/** A transaction with its request for approval. The columns of the request are null if there was none. */
export type TransactionRow = Selectable<LedgerTables['transactions']> &
  Nullable<Pick<Selectable<Tables['held_transactions']>, HeldColumn>> & {
    approver_email: string | null
    /** The people whom the organization's policies ask. Null if there are none. */
    asked: AskedRow[] | null
    executable_until: Date | null
    /** The id of the API key that replaced the requester's key. Null if the key was not replaced. */
    key_successor: string | null
    is_late: boolean | null
    seconds_left: number | null
  }
type TransactionSelect = Select<
  { transactions: Tables['transactions']; held: Nullable<Tables['held_transactions']> },
  TransactionRow
>

/**
 * A transaction as the API returns it: the stored, signed values and its progress (profile 8). `mayReadNumber`: whether
 * the reader may see the number that the approver has to pick.
 */
export function transactionAnswer(row: TransactionRow, mayReadNumber: boolean): Transaction {
  return {
    transactionUuid: row.id,
    walletAddress: checksumAddress(row.wallet_address),
    status: row.state,
    digest: row.digest,
    ...signingKeyAnswer(row),
    ...callAnswer(row),
    ...(row.transaction_hash === null ? {} : { transactionHash: row.transaction_hash }),
    ...(row.block_number === null ? {} : { blockNumber: row.block_number }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...bypassedAnswer(row),
    ...(row.executable_until === null ? {} : { executableUntil: row.executable_until.toISOString() }),
    ...toApproval(row, mayReadNumber),
    createdAtDatetime: row.created_at.toISOString(),
    updatedAtDatetime: row.updated_at.toISOString(),
  }
}

/** The passkey that made the signature, with the number that it had then. Undefined if unknown. */
function signingKeyAnswer({ key_number: number, key_qx: qx, key_qy: qy }: SigningKeyRow) {
  return number === null || qx === null || qy === null ? {} : { signingKey: { number, qx, qy } }
}

/** The checks that an execution bypassed. Undefined after the chain removed the execution. */
export function bypassedAnswer({
  state,
  bypassed,
  outside,
}: Pick<Selectable<LedgerTables['transactions']>, 'state' | 'bypassed' | 'outside'>): {
  bypassed?: 'administrator' | 'end-user' | 'policy'
  outside?: true
} {
  return {
    ...(bypassed !== null && state === 'CONFIRMED' && { bypassed }),
    ...(outside && { outside }),
  }
}

/** The columns of a signed call. */
export type CallRow = Pick<
  Selectable<LedgerTables['transactions']>,
  | ('wallet_address' | 'to_address' | 'value' | 'data' | 'expiration')
  | ('fee' | 'fee_coin_address' | 'fee_withdraw_address')
>

/** The signed values of a call as every response contains them, without the wallet. */
export function callAnswer(row: Omit<CallRow, 'wallet_address'>): {
  toAddress: Hex
  value: string
  data: Hex
  expiration: string
  fee: string
  feeCoinAddress: Hex
  feeWithdrawAddress: Hex
} {
  return {
    toAddress: checksumAddress(row.to_address),
    value: row.value,
    data: row.data,
    expiration: row.expiration,
    fee: row.fee,
    feeCoinAddress: checksumAddress(row.fee_coin_address),
    feeWithdrawAddress: checksumAddress(row.fee_withdraw_address),
  }
}

/** Returns the signed call with the values from which its digest is computed. */
export function storedCall(row: CallRow): ExecuteCall {
  return {
    walletAddress: row.wallet_address,
    toAddress: row.to_address,
    value: BigInt(row.value),
    data: row.data,
    expiration: BigInt(row.expiration),
    fee: BigInt(row.fee),
    feeCoinAddress: row.fee_coin_address,
    feeWithdrawAddress: row.fee_withdraw_address,
  }
}

function toApproval(row: TransactionRow, mayReadNumber: boolean): { approval?: Approval } {
  if (row.number === null || row.deadline === null) return {}
  return {
    approval: {
      ...(row.state === 'PENDING_USER_APPROVAL' && mayReadNumber ? { number: row.number } : {}),
      expiresAtDatetime: row.deadline.toISOString(),
      ...(row.notified_at === null ? {} : { notifiedAtDatetime: row.notified_at.toISOString() }),
      ...(row.seen_at === null ? {} : { seenAtDatetime: row.seen_at.toISOString() }),
      ...(row.decided_at === null ? {} : { decidedAtDatetime: row.decided_at.toISOString() }),
      ...(row.reported === true ? { reported: true } : {}),
      ...(row.approver_email !== null ? { forOrganization: true } : {}),
      ...countApprovals(row),
    },
  }
}

/** The approvals that count and those that are required. Undefined if an end-user decides. */
function countApprovals({ asked, approvals_required: required }: TransactionRow) {
  if (asked === null || required === null) return {}
  return { approvalsRequired: required, approvalsGiven: asked.filter(({ counts }) => counts).length }
}
