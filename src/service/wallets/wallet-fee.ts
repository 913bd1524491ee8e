import type { Address } from 'viem'
import type { Fee } from '#protocol/baas/wallets.ts'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { formatUnits } from '#protocol/money.ts'
import { readErc20Balance } from '#service/chain/erc20.ts'
import type { Context } from '#service/context.ts'
import { apiError, ApiError } from '#server-kit/http/http-error.ts'
import { findFee } from '#service/organizations/fee-settings.ts'

const NO_FEE: Fee = {
  required: false,
  tokenAddress: ZERO_ADDRESS,
  tokenSymbol: '',
  tokenDecimals: 0,
  amountPerTransaction: '0',
  currentBalance: '0',
  sufficient: true,
}

/** What the organization charges a wallet for each transaction, against its balance now (spec "Fee object"). */
export async function walletFee(ctx: Context, organizationId: string, address: Address): Promise<Fee> {
  const fee = await findFee(ctx.db, organizationId)
  if (fee === undefined) return NO_FEE
  const balance = await readableBalance(ctx, fee.tokenAddress, address)
  return {
    required: true,
    tokenAddress: fee.tokenAddress,
    tokenSymbol: fee.tokenSymbol,
    tokenDecimals: fee.tokenDecimals,
    amountPerTransaction: fee.amountPerTransaction.toString(),
    currentBalance: balance.toString(),
    sufficient: balance >= fee.amountPerTransaction,
  }
}

/**
 * A fee token that stops answering holds nothing that could be paid. The prediction says so instead of failing:
 * the organization set this token when it did answer.
 */
async function readableBalance(ctx: Context, token: Address, holder: Address): Promise<bigint> {
  try {
    return await readErc20Balance(ctx.chain, token, holder)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'TOKEN_UNREADABLE') throw error
    ctx.log.warn({ token }, 'the fee token does not answer a balance; it counts as none')
    return 0n
  }
}

/** Check 5 of a creation. Amounts in human units. @throws INSUFFICIENT_FEE_BALANCE */
export function requireSufficientFee(address: Address, fee: Fee): void {
  if (!fee.required || fee.sufficient) return
  const required = formatUnits(fee.amountPerTransaction, fee.tokenDecimals)
  const current = formatUnits(fee.currentBalance, fee.tokenDecimals)
  throw apiError('INSUFFICIENT_FEE_BALANCE', address, required, current, fee.tokenSymbol)
}
