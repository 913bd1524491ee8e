import { sql } from 'kysely'
import { checksumAddress } from '#protocol/display/address.ts'
import type { Approval, Transaction } from '#protocol/org/transactions.ts'
import { executableUntil } from './executable-until.ts'
import type { Context } from '#service/context.ts'

const ANSWER_COLUMNS = [
  'id',
  'wallet_address',
  'digest',
  'state',
  'to_address',
  'value',
  'data',
  'expiration',
  'fee',
  'fee_coin_address',
  'fee_withdraw_address',
  'relayed_id',
  'transaction_hash',
  'block_number',
  'block_hash',
  'reason',
  'created_at',
  'updated_at',
] as const

/** Transactions with all that `transactionAnswer` reads, to be narrowed and ordered. */
export function selectTransactions(ctx: Pick<Context, 'db'>) {
  return ctx.db
    .selectFrom('transactions')
    .leftJoin('held_transactions as held', 'held.transaction_id', 'transactions.id')
    .select(ANSWER_COLUMNS)
    .select([
      'held.number',
      'held.deadline',
      'held.notified_at',
      'held.seen_at',
      'held.decided_at',
      'held.approved',
      'held.reported',
    ])
    .select(executableUntil.as('executable_until'))
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

export type TransactionRow = Awaited<ReturnType<ReturnType<typeof selectTransactions>['execute']>>[number]

/** A transaction as the API answers it: the stored, signed values and how far it has come (profile 8). */
export function transactionAnswer(row: TransactionRow): Transaction {
  return {
    transactionUuid: row.id,
    walletAddress: checksumAddress(row.wallet_address),
    status: row.state,
    digest: row.digest,
    toAddress: checksumAddress(row.to_address),
    value: row.value,
    data: row.data,
    expiration: row.expiration,
    fee: row.fee,
    feeCoinAddress: checksumAddress(row.fee_coin_address),
    feeWithdrawAddress: checksumAddress(row.fee_withdraw_address),
    ...(row.transaction_hash === null ? {} : { transactionHash: row.transaction_hash }),
    ...(row.block_number === null ? {} : { blockNumber: row.block_number }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.executable_until === null ? {} : { executableUntil: row.executable_until.toISOString() }),
    ...approvalOf(row),
    createdAtDatetime: row.created_at.toISOString(),
    updatedAtDatetime: row.updated_at.toISOString(),
  }
}

function approvalOf(row: TransactionRow): { approval?: Approval } {
  if (row.number === null || row.deadline === null) return {}
  return {
    approval: {
      ...(row.state === 'PENDING_USER_APPROVAL' ? { number: row.number } : {}),
      expiresAtDatetime: row.deadline.toISOString(),
      ...(row.notified_at === null ? {} : { notifiedAtDatetime: row.notified_at.toISOString() }),
      ...(row.seen_at === null ? {} : { seenAtDatetime: row.seen_at.toISOString() }),
      ...(row.decided_at === null ? {} : { decidedAtDatetime: row.decided_at.toISOString() }),
      ...(row.reported === true ? { reported: true } : {}),
    },
  }
}
