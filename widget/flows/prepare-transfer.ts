import { sameAddress } from '#protocol/display/address.ts'
import { encodeCoinTransfer } from '#protocol/signing/coin-transfer.ts'
import type { PreparedCall } from '#protocol/baas/tokens.ts'
import { WidgetError } from '#widget/errors.ts'
import type { Transfer } from './check-transfer.ts'
import type { Describe, EncodedCall, SendContext } from './send-context.ts'
import { describeCoinTransfer } from '#protocol/effects/describe-coin-transfer.ts'
import type { Coin } from './send-screens.ts'

export const TRANSFER = 'transfer(address,uint256)'

/**
 * Lets the server prepare the transfer, encodes it here as well, and stops at any disagreement: the server decides
 * nothing about what is signed. Source: profile 5; spec "Prepare endpoints" rule 2.
 *
 * @throws WidgetError `CALL_MISMATCH`; `detail` names the part.
 */
export async function prepareTransfer(
  context: SendContext,
  walletAddress: string,
  transfer: Transfer,
): Promise<EncodedCall> {
  const { tokenAddress, to, units } = transfer
  const own = encodeTransfer(transfer)
  const prepared = await context.deps.api.prepare(
    'erc20/transfer',
    { walletAddress, tokenAddress, to, amount: units.toString() },
    context.signal,
  )
  const disagreement = findDisagreement(prepared, tokenAddress, own)
  if (disagreement !== undefined) throw new WidgetError('CALL_MISMATCH', { detail: disagreement })
  return own
}

/** The call of a transfer. */
export function encodeTransfer({ to, units }: Transfer): EncodedCall & { params: string[] } {
  const params = [to, units.toString()]
  return { functionSignature: TRANSFER, params, data: encodeCoinTransfer(to, units) }
}

function findDisagreement(
  { toAddress, txObject }: PreparedCall,
  tokenAddress: string,
  own: EncodedCall & { params: string[] },
): string | undefined {
  const [to = '', amount = ''] = own.params
  if (!sameAddress(toAddress, tokenAddress)) return 'toAddress'
  if (txObject.functionSignature !== own.functionSignature) return 'functionSignature'
  if (txObject.params.length !== own.params.length) return 'params'
  if (!sameAddress(txObject.params[0] ?? '', to)) return 'params.0'
  if (txObject.params[1] !== amount) return 'params.1'
  if (txObject.data !== undefined && txObject.data.toLowerCase() !== own.data) return 'data'
  return undefined
}

/** Decodes a transfer of tokens; name and decimals of unlisted ones are unknown. */
export function describeCoins(coins: readonly Coin[]): Describe {
  const tokens = coins.filter(({ listed }) => listed)
  return (call) => describeCoinTransfer({ ...call, tokens })
}
