import * as z from 'zod/mini'
import type { ResolvedToken } from '#protocol/tokens.ts'
import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { formatUnits, MoneyError } from '#protocol/money.ts'
import type { FeeSettings } from '#protocol/organization.ts'
import { addressInputSchema, checksum } from '#web/console/lib/address-input.ts'
import { amountMessage, inTypedForm, parseTyped } from '#web/ui/typed-amount.ts'
import { t } from '#web/ui/text.ts'

/** The amount is in human units here and becomes base units when it is sent. */
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
        tokenAddress: z.string().check(z.minLength(1, { error: () => t('choose the fee token') })),
        amount: z.string(),
        withdrawAddress: addressInputSchema,
      })
      .check(
        z.superRefine(({ tokenAddress, amount, withdrawAddress }, context) => {
          const refuse = (field: string, message: string | null, input: string) =>
            message !== null && context.addIssue({ code: 'custom', path: [field], message, input })
          refuse('amount', amountProblem(amount, coinOf(coins, tokenAddress)), amount)
          refuse('withdrawAddress', receiverProblem(withdrawAddress, tokenAddress), withdrawAddress)
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
    return parseTyped(amount, coin?.decimals ?? 0) > 0n ? null : t('must be more than zero')
  } catch (error) {
    if (error instanceof MoneyError) return amountMessage(error, coin?.decimals ?? 0)
    throw error
  }
}

/** Fees sent to one of these are lost. */
function receiverProblem(address: string, tokenAddress: string): string | null {
  if (sameAddress(address, ZERO_ADDRESS)) return t('must not be the zero address: fees would be lost')
  if (sameAddress(address, tokenAddress)) return t('must not be the token’s own contract: fees would be lost')
  return null
}

/** A typed amount, in base units; `undefined` while it is invalid. */
export function feeUnits(amount: string, coin: ResolvedToken): bigint | undefined {
  return amountProblem(amount, coin) === null ? parseTyped(amount, coin.decimals) : undefined
}

export function toFormValues(fee: FeeSettings, coins: readonly ResolvedToken[]): FeeFormValues {
  if (fee === null)
    return { charges: 'no', tokenAddress: coins[0]?.address ?? '', amount: '', withdrawAddress: '' }
  const coin = coinOf(coins, fee.tokenAddress)
  return {
    charges: 'yes',
    tokenAddress: coin?.address ?? fee.tokenAddress,
    amount: inTypedForm(formatUnits(fee.amountPerTransaction, coin?.decimals ?? 0)),
    withdrawAddress: checksum(fee.withdrawAddress),
  }
}

export function toFeeSettings(values: FeeFormValues, coins: readonly ResolvedToken[]): FeeSettings {
  if (values.charges === 'no') return null
  const decimals = coinOf(coins, values.tokenAddress)?.decimals ?? 0
  return {
    tokenAddress: values.tokenAddress,
    amountPerTransaction: parseTyped(values.amount, decimals).toString(),
    withdrawAddress: values.withdrawAddress,
  }
}
