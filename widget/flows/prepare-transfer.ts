import { sameAddress } from '#protocol/display/address.ts'
import { describeCoinTransfer } from '#protocol/effects/describe-coin-transfer.ts'
import type { PrepareBody } from '#protocol/operations.ts'
import type { PreparedCall } from '#protocol/prepare.ts'
import { encodeCoinTransfer } from '#protocol/signing/coin-transfer.ts'
import { WidgetError } from '#widget/errors.ts'
import type { Transfer } from './check-transfer.ts'
import type { Describe, EncodedCall } from './choice.ts'
import type { CallsServer } from './context-parts.ts'
import type { Coin } from './send-screens.ts'

export const TRANSFER = 'transfer(address,uint256)'

/**
 * Lets the server prepare the transfer, encodes it here as well, and stops at any difference. The server
 * decides no part of the signed call. Source: profile 5; spec "Prepare endpoints" rule 2.
 *
 * @throws WidgetError `CALL_MISMATCH`, with the part in `detail`
 */
export async function prepareTransfer(
  context: CallsServer,
  walletAddress: string,
  transfer: Transfer,
): Promise<EncodedCall> {
  const { tokenAddress, to, units } = transfer
  const own = encodeTransfer(transfer)
  const request = { walletAddress, tokenAddress, to, amount: units.toString() }
  await requirePrepared(context, 'erc20/transfer', request, own)
  return own
}

/** Encodes the call of a transfer. */
export function encodeTransfer({ to, units }: Transfer): EncodedCall & { params: string[] } {
  const params = [to, units.toString()]
  return { functionSignature: TRANSFER, params, data: encodeCoinTransfer(to, units) }
}

/**
 * Lets the server prepare a call that was encoded here, and compares both.
 *
 * @throws WidgetError `CALL_MISMATCH`, with the part in `detail`
 */
export async function requirePrepared(
  context: CallsServer,
  path: string,
  request: PrepareBody,
  own: EncodedCall & { params: string[] },
): Promise<void> {
  const prepared = await context.deps.api.prepare(path, request, context.signal)
  const detail = findDisagreement(prepared, request.tokenAddress, own)
  if (detail !== undefined) throw new WidgetError('CALL_MISMATCH', { detail })
}

function findDisagreement(
  { toAddress, txObject }: PreparedCall,
  token: string,
  { functionSignature, params, data }: EncodedCall & { params: string[] },
): string | undefined {
  if (!sameAddress(toAddress, token)) return 'toAddress'
  if (txObject.functionSignature !== functionSignature) return 'functionSignature'
  if (txObject.params.length !== params.length) return 'params'
  const differs = params.findIndex((param, index) => {
    const prepared = txObject.params[index] ?? ''
    return param !== prepared && !sameAddress(param, prepared)
  })
  if (differs >= 0) return `params.${differs}`
  return txObject.data !== undefined && txObject.data.toLowerCase() !== data ? 'data' : undefined
}

/** Decodes a token transfer. Name and decimals of unlisted tokens are unknown. */
export function describeCoins(coins: readonly Coin[]): Describe {
  const tokens = coins.filter(({ listed }) => listed)
  return (call) => describeCoinTransfer({ ...call, tokens })
}
