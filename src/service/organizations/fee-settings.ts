import { sql } from 'kysely'
import type { Address } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import type { FeeSettings } from '#protocol/org/organization.ts'
import type { Database } from '#service/db/database.ts'
import { PREPARED } from '#service/db/prepared.ts'
import type { OrganizationTables } from './tables.ts'

/** What an organization charges for each transaction of its wallets; the token's words as read when it was set. */
export type ChargedFee = {
  tokenAddress: Address
  tokenSymbol: string
  tokenDecimals: number
  /** Smallest unit. */
  amountPerTransaction: bigint
  withdrawAddress: Address
}

/** The organization's fee, or `undefined` when it charges none. */
export async function findFee(db: Database, organizationId: string): Promise<ChargedFee | undefined> {
  const found = await sql<FeeRow>`${PREPARED}
    select token_address, token_symbol, token_decimals, amount_per_transaction, withdraw_address
    from fee_settings where organization_id = ${organizationId}`.execute(db)
  const [row] = found.rows
  return row && chargedFee(row)
}

export type FeeRow = Omit<OrganizationTables['fee_settings'], 'organization_id' | 'updated_at'>

/** The fee in a row of `fee_settings`. */
export function chargedFee(row: FeeRow): ChargedFee {
  return {
    tokenAddress: checksumAddress(row.token_address),
    tokenSymbol: row.token_symbol,
    tokenDecimals: row.token_decimals,
    amountPerTransaction: BigInt(row.amount_per_transaction),
    withdrawAddress: checksumAddress(row.withdraw_address),
  }
}

/** The fee as the organization's settings answer it. */
export function feeSettingsAnswer(fee: ChargedFee | undefined): FeeSettings {
  if (fee === undefined) return null
  return {
    tokenAddress: fee.tokenAddress,
    amountPerTransaction: fee.amountPerTransaction.toString(),
    withdrawAddress: fee.withdrawAddress,
  }
}
