import { sameAddress } from '#shared/display/address.ts'

/** An item that the wallet holds; `amount` in whole units, absent for collectibles. */
export type HeldItem = { tokenAddress: string; tokenId: string; amount?: string }

/** What the forms know of the wallet; absent where the service does not tell. Amounts in smallest units. */
export type Holdings = {
  coins?: readonly { tokenAddress: string; amount: string }[]
  items?: readonly HeldItem[]
}

export function balanceOf({ coins }: Holdings, tokenAddress: string): bigint | undefined {
  const coin = coins?.find((one) => sameAddress(one.tokenAddress, tokenAddress))
  return coin === undefined ? undefined : BigInt(coin.amount)
}
