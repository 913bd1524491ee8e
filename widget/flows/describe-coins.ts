import { describeCoinTransfer } from '#protocol/effects/describe-coin-transfer.ts'
import type { Coin } from './send-screens.ts'
import type { Describe } from './choice.ts'

/** Reads a transfer of coins; of those not on the allowed list nobody knows name and decimals. */
export function describeCoins(coins: readonly Coin[]): Describe {
  const tokens = coins.filter(({ listed }) => listed)
  return (call) => describeCoinTransfer({ ...call, tokens })
}
