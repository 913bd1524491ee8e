import type { Transaction } from '#shared/org/transactions.ts'
import { checksumAddress } from '#shared/display/address.ts'
import type { TransactionTables } from './tables.ts'

type Row = Omit<TransactionTables['transactions'], 'organization_id' | 'signature' | 'relayed_id'>

/** The columns that `transactionAnswer` reads. */
export const ANSWER_COLUMNS = [
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
  'transaction_hash',
  'block_number',
  'reason',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Row)[]

/** A transaction as the API answers it: the stored, signed values and how far it has come (profile 8). */
export function transactionAnswer(row: Row): Transaction {
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
    createdAtDatetime: row.created_at.toISOString(),
    updatedAtDatetime: row.updated_at.toISOString(),
  }
}
