import { decodeCoinTransfer } from '#shared/signing/coin-transfer.ts'
import { sameAddress } from './address.ts'
import type { CallDescription, DescribedCall, KnownToken } from './call-description.ts'
import { addressField, amountField, coinOf } from './call-fields.ts'
import { recipientWarnings, tokenWarnings } from './call-warnings.ts'
import { describeWith, type Described } from './describe-with.ts'

/**
 * `describeCall` for a screen that shows only transfers of coins, and so needs no code to read anything else: every
 * other call is unknown here, with all its bytes, and dangerous.
 */
export function describeCoinTransfer(call: DescribedCall): CallDescription {
  return describeWith(call, () => {
    const isOwn = sameAddress(call.toAddress, call.walletAddress)
    const params = isOwn ? undefined : decodeCoinTransfer(call.data.toLowerCase())
    if (params === undefined) return undefined
    const token = call.tokens.find((candidate) => sameAddress(candidate.address, call.toAddress))
    const described = coinTransfer(call, token, params)
    return { ...described, warnings: [...described.warnings, ...tokenWarnings(token)] }
  })
}

/** The decoded arguments of a `transfer` in words. */
export function coinTransfer(
  call: DescribedCall,
  token: KnownToken | undefined,
  params: readonly string[],
): Described {
  const [to = '', units = ''] = params
  return {
    kind: 'erc20-transfer',
    fields: [
      amountField('amount', units, coinOf(token)),
      addressField('to', to, call),
      addressField('token', call.toAddress, call),
    ],
    warnings: recipientWarnings(to, call.walletAddress, call),
  }
}
