import { describeCoinTransfer } from '#protocol/effects/describe-coin-transfer.ts'
import type { Coin } from './send-screens.ts'
import type { Describe } from './send-context.ts'

/** Decodes a transfer of tokens; name and decimals of unlisted ones are unknown. */
export function describeCoins(coins: readonly Coin[]): Describe {
  const tokens = coins.filter(({ listed }) => listed)
  return (call) => describeCoinTransfer({ ...call, tokens })
}
