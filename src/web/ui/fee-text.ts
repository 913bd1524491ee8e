import { checksumAddress, sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { formatUnits } from '#protocol/money.ts'
import { quantityText } from './quantity.ts'

type CallFee = { fee: string; feeCoinAddress: string }

/** Whether a call pays a fee. */
export function hasFee({ fee, feeCoinAddress }: CallFee): boolean {
  return fee !== '0' && !sameAddress(feeCoinAddress, ZERO_ADDRESS)
}

/** The fee of a call. Shows base units if the token is unknown. Undefined if the call pays none. */
export function feeText(call: CallFee, tokens: readonly KnownToken[]): string | undefined {
  if (!hasFee(call)) return undefined
  const { fee, feeCoinAddress } = call
  const coin = tokens.find(({ address }) => sameAddress(address, feeCoinAddress))
  return quantityText(
    coin === undefined
      ? { kind: 'units', units: fee, token: checksumAddress(feeCoinAddress) }
      : { kind: 'amount', text: formatUnits(fee, coin.decimals), symbol: coin.symbol },
  )
}
