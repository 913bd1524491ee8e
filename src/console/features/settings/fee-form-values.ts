import * as z from 'zod/mini'
import type { ResolvedToken } from '#shared/baas/tokens.ts'
import { sameAddress } from '#shared/display/address.ts'
import { formatUnits, MoneyError, parseUnits } from '#shared/money.ts'
import type { FeeSettings } from '#shared/org/organization.ts'
import { addressInputSchema, checksum } from '#console/lib/address-input.ts'

/** The amount is in human units here and becomes smallest units when it is sent. */
export function feeFormSchema(coins: readonly ResolvedToken[]) {
  return z.discriminatedUnion('charges', [
    z.object({
      charges: z.literal('no'),
      tokenAddress: z.string(),
      amount: z.string(),
      withdrawAddress: z.string(),
    }),
    z
      .object({
        charges: z.literal('yes'),
        tokenAddress: z.string().check(z.minLength(1, 'choose the coin of the fee')),
        amount: z.string(),
        withdrawAddress: addressInputSchema,
      })
      .check(
        z.superRefine(({ tokenAddress, amount }, context) => {
          const message = amountProblem(amount, coinOf(coins, tokenAddress))
          if (message !== null) context.addIssue({ code: 'custom', path: ['amount'], message, input: amount })
        }),
      ),
  ])
}

export type FeeFormValues = {
  charges: 'yes' | 'no'
  tokenAddress: string
  amount: string
  withdrawAddress: string
}

export function coinOf(coins: readonly ResolvedToken[], address: string): ResolvedToken | undefined {
  return coins.find((coin) => sameAddress(coin.address, address))
}

function amountProblem(amount: string, coin: ResolvedToken | undefined): string | null {
  try {
    return parseUnits(amount.trim(), coin?.decimals ?? 0) > 0n ? null : 'must be more than zero'
  } catch (error) {
    if (error instanceof MoneyError) return error.message
    throw error
  }
}

export function toFormValues(fee: FeeSettings, coins: readonly ResolvedToken[]): FeeFormValues {
  if (fee === null)
    return { charges: 'no', tokenAddress: coins[0]?.address ?? '', amount: '', withdrawAddress: '' }
  const coin = coinOf(coins, fee.tokenAddress)
  return {
    charges: 'yes',
    tokenAddress: coin?.address ?? fee.tokenAddress,
    amount: formatUnits(fee.amountPerTransaction, coin?.decimals ?? 0),
    withdrawAddress: checksum(fee.withdrawAddress),
  }
}

export function toFeeSettings(values: FeeFormValues, coins: readonly ResolvedToken[]): FeeSettings {
  if (values.charges === 'no') return null
  const decimals = coinOf(coins, values.tokenAddress)?.decimals ?? 0
  return {
    tokenAddress: values.tokenAddress,
    amountPerTransaction: parseUnits(values.amount.trim(), decimals).toString(),
    withdrawAddress: values.withdrawAddress,
  }
}
