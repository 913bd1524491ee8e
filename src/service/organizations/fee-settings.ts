import { sql } from 'kysely'
import type { Address } from 'viem'
import type { FEE_ENDPOINTS, FeeSettings } from '#protocol/deployment-config.ts'
import { checksumAddress, ZERO_ADDRESS, sameAddress } from '#protocol/display/address.ts'
import { isFeeRaised } from '#protocol/loosening.ts'
import { PREPARED } from '#server-kit/db/prepared.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import type { RaiseLoosening } from '#service/alerts/raise-loosening.ts'
import { readErc20Balance, readErc20Metadata } from '#service/chain/erc20.ts'
import type { HasChain, HasClock, HasDatabase } from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import type { InputOf, Operation } from '#service/http/endpoint-types.ts'
import type { OrganizationTables } from './tables.ts'

/**
 * `PUT /v1/org/fees`: sets the fee, in the token's base units, or clears it with null. The token is read from
 * the chain first, because a fee in a token that does not respond could never be paid. A raised fee raises an
 * alert (ADR 0028). Source: profile 1, ADR 0006.
 *
 * @throws VALIDATION_FAILED for an amount of zero or the zero address as receiver
 * @throws TOKEN_UNREADABLE if the address is not an ERC-20 token
 */
export async function setFees(
  ctx: HasChain & HasClock & HasDatabase,
  caller: Caller,
  input: InputOf<typeof FEE_ENDPOINTS.setFees>,
  raise: RaiseLoosening,
): Promise<{ fee: FeeSettings }> {
  const { organizationId } = caller
  const { fee } = input.body
  if (fee === null) {
    await ctx.db.deleteFrom('fee_settings').where('organization_id', '=', organizationId).execute()
    return { fee: null }
  }
  if (BigInt(fee.amountPerTransaction) === 0n) {
    throw fieldError('fee.amountPerTransaction', 'must be above zero; send fee: null to charge no fee')
  }
  if (sameAddress(fee.withdrawAddress, ZERO_ADDRESS)) {
    throw fieldError('fee.withdrawAddress', 'must not be the zero address: fees sent there are lost')
  }
  const tokenAddress = checksumAddress(fee.tokenAddress)
  const [token] = await Promise.all([
    readErc20Metadata(ctx.chain, tokenAddress),
    readErc20Balance(ctx.chain, tokenAddress, checksumAddress(fee.withdrawAddress)),
  ])
  const now = ctx.clock.now()
  const values = {
    token_address: fee.tokenAddress.toLowerCase(),
    token_symbol: token.symbol,
    token_decimals: token.decimals,
    amount_per_transaction: fee.amountPerTransaction,
    withdraw_address: fee.withdrawAddress.toLowerCase(),
    updated_at: now,
  }
  const after = feeSettingsAnswer(chargedFee(values))
  return ctx.db.transaction().execute(async (trx) => {
    const before = await lockFee(trx, organizationId)
    await trx
      .insertInto('fee_settings')
      .values({ organization_id: organizationId, ...values })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
      .execute()
    if (isFeeRaised(before, after)) {
      const act = { kind: 'fee-raised', subject: '', name: token.symbol || tokenAddress } as const
      await raise(trx, caller, act, now)
    }
    return { fee: after }
  })
}

/**
 * Reads the current fee and locks it until the transaction ends, so the second of two simultaneous changes sees the
 * first. If there is no fee yet, there is no row to lock. Two simultaneous first fees then both count as raised.
 */
async function lockFee(trx: Transaction, organizationId: string): Promise<FeeSettings> {
  const own = trx.selectFrom('fee_settings').selectAll().where('organization_id', '=', organizationId)
  const row = await own.forUpdate().executeTakeFirst()
  return feeSettingsAnswer(row && chargedFee(row))
}

/**
 * `GET /v1/org/fees`: the fee settings, with the amount in the token's base units. Null if no fee is charged.
 * Source: profile 1, ADR 0006.
 */
export const getFees: Operation<'getFees', HasDatabase> = async (ctx, caller) => {
  return { fee: feeSettingsAnswer(await findFee(ctx.db, caller.organizationId)) }
}

/**
 * The fee of an organization for each transaction of its wallets, with the token's symbol and decimals as read when
 * the fee was set.
 */
export type ChargedFee = {
  tokenAddress: Address
  tokenSymbol: string
  tokenDecimals: number
  /** Base units. */
  amountPerTransaction: bigint
  withdrawAddress: Address
}

/** The organization's fee. Undefined if it charges none. */
export async function findFee(db: Database, organizationId: string): Promise<ChargedFee | undefined> {
  const found = await sql<FeeRow>`${PREPARED}
    select token_address, token_symbol, token_decimals, amount_per_transaction, withdraw_address
    from fee_settings where organization_id = ${organizationId}`.execute(db)
  const [row] = found.rows
  return row && chargedFee(row)
}

export type FeeRow = Omit<OrganizationTables['fee_settings'], 'organization_id' | 'updated_at'>

export function chargedFee(row: FeeRow): ChargedFee {
  return {
    tokenAddress: checksumAddress(row.token_address),
    tokenSymbol: row.token_symbol,
    tokenDecimals: row.token_decimals,
    amountPerTransaction: BigInt(row.amount_per_transaction),
    withdrawAddress: checksumAddress(row.withdraw_address),
  }
}

/** The fee in the format of the organization's settings. */
export function feeSettingsAnswer(fee: ChargedFee | undefined): FeeSettings {
  if (fee === undefined) return null
  return {
    tokenAddress: fee.tokenAddress,
    amountPerTransaction: fee.amountPerTransaction.toString(),
    withdrawAddress: fee.withdrawAddress,
  }
}
