import type { Hex } from 'viem'
import type { HeldTransaction } from '#protocol/approver-api.ts'
import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { CallDescription, KnownToken } from '#protocol/display/call-description.ts'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import { formatUnits } from '#protocol/money.ts'
import { parseExecuteCall, executeDigest } from '#protocol/signing/execute-digest.ts'
import { quantityText } from '#web/ui/quantity.ts'
import { t } from '#web/ui/text.ts'

/** Digest of the displayed call, computed from its fields and never taken from the service. */
export function digestOf(held: HeldTransaction): Hex {
  return executeDigest(held.chainId, parseExecuteCall(held))
}

/** Whether the service's digest matches the displayed call. */
export function isConsistent(held: HeldTransaction): boolean {
  return digestOf(held) === held.digest.toLowerCase()
}

/** The decoded call. Null if the bytes are invalid. */
export function describeHeld(held: HeldTransaction, tokens: readonly KnownToken[]): CallDescription | null {
  return describeCallOrNull({ ...held, tokens })
}

export function hasFee(held: HeldTransaction): boolean {
  return held.fee !== '0' && !sameAddress(held.feeCoinAddress, ZERO_ADDRESS)
}

/** The fee for display. Shows base units if the token is unverified. */
export function feeText(held: HeldTransaction, tokens: readonly KnownToken[]): string {
  if (!hasFee(held)) return t('None')
  const coin = tokens.find((token) => sameAddress(token.address, held.feeCoinAddress))
  return quantityText(
    coin === undefined
      ? { kind: 'units', units: held.fee, token: held.feeCoinAddress }
      : { kind: 'amount', text: formatUnits(held.fee, coin.decimals), symbol: coin.symbol },
  )
}
