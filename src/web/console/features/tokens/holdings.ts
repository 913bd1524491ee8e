import { sameAddress } from '#protocol/display/address.ts'

/** An item that the wallet holds; `amount` in whole units, absent for collectibles. */
export type HeldItem = { tokenAddress: string; tokenId: string; amount?: string }

/** What the forms know of the wallet; absent where the service does not report it. Amounts in base units. */
export type Holdings = {
  coins?: readonly { tokenAddress: string; amount: string }[]
  items?: readonly HeldItem[]
  /** What each transaction costs the wallet; null or absent: nothing that is known of. */
  fee?: { tokenAddress: string; amountPerTransaction: string } | null
}

export function balanceOf({ coins }: Holdings, tokenAddress: string): bigint | undefined {
  const coin = coins?.find((one) => sameAddress(one.tokenAddress, tokenAddress))
  return coin === undefined ? undefined : BigInt(coin.amount)
}

/** What a transaction's fee takes of a coin, in smallest units. */
export function feeIn({ fee }: Holdings, tokenAddress: string): bigint {
  return fee && sameAddress(fee.tokenAddress, tokenAddress) ? BigInt(fee.amountPerTransaction) : 0n
}

/** What a transfer of a coin is checked by. */
export function sumsOf(
  holdings: Holdings,
  tokenAddress: string,
): { balance: bigint | undefined; fee: bigint } {
  return { balance: balanceOf(holdings, tokenAddress), fee: feeIn(holdings, tokenAddress) }
}
