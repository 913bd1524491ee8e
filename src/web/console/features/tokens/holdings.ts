import { sameAddress } from '#protocol/display/address.ts'

/** An item that the wallet holds; `amount` in whole units, absent for collectibles. */
export type HeldItem = { tokenAddress: string; tokenId: string; amount?: string }

/** The wallet's holdings for the forms; absent if the service does not report them. Amounts in base units. */
export type Holdings = {
  coins?: readonly { tokenAddress: string; amount: string }[]
  items?: readonly HeldItem[]
  /** Each transaction's fee for the wallet; null or absent: none known. */
  fee?: { tokenAddress: string; amountPerTransaction: string } | null
}

export function balanceOf({ coins }: Holdings, tokenAddress: string): bigint | undefined {
  const coin = coins?.find((one) => sameAddress(one.tokenAddress, tokenAddress))
  return coin === undefined ? undefined : BigInt(coin.amount)
}

/** A transaction's fee in a coin, in base units. */
export function feeIn({ fee }: Holdings, tokenAddress: string): bigint {
  return fee && sameAddress(fee.tokenAddress, tokenAddress) ? BigInt(fee.amountPerTransaction) : 0n
}

/** The amounts that limit a coin's transfer. */
export function sumsOf(
  holdings: Holdings,
  tokenAddress: string,
): { balance: bigint | undefined; fee: bigint } {
  return { balance: balanceOf(holdings, tokenAddress), fee: feeIn(holdings, tokenAddress) }
}
