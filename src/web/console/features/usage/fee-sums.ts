import { sameAddress } from '#protocol/display/address.ts'
import type { UsageDay } from '#protocol/org/usage-endpoints.ts'

/** The coins in which fees were taken, by their addresses, in the order in which the days name them. */
export function feeCoins(days: readonly UsageDay[]): string[] {
  return [...new Set(days.flatMap(({ fees }) => fees.map(({ tokenAddress }) => tokenAddress)))]
}

/** What a day took in a coin, in its smallest unit. */
export function feesOf({ fees }: UsageDay, coin: string): bigint {
  return fees.reduce(
    (sum, { tokenAddress, amount }) => (sameAddress(tokenAddress, coin) ? sum + BigInt(amount) : sum),
    0n,
  )
}
