import { sameAddress } from '#protocol/display/address.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import type { BalanceNote, DrawnAmount } from './notes.ts'

/** Balances before and after of every listed token that a call and its fee take. */
export function balanceNotes(
  { fee, call, description, wallet }: Confirmation,
  drawn: readonly DrawnAmount[],
  balances: readonly { tokenAddress: string; amount: string }[],
): BalanceNote[] {
  const taken = description.effects.flatMap((effect) =>
    effect.does === 'move' && effect.what.is === 'coins' && sameAddress(effect.from, wallet.address)
      ? [{ token: effect.token, units: BigInt(effect.what.units) }]
      : [],
  )
  if (fee !== null) taken.push({ token: call.feeCoinAddress, units: call.fee })
  return balances.flatMap(({ tokenAddress, amount }) => {
    const coin = drawn.find(({ token }) => sameAddress(token, tokenAddress))
    const ofCoin = taken.filter(({ token }) => sameAddress(token, tokenAddress))
    const units = ofCoin.reduce((sum, one) => sum + one.units, 0n)
    const before = BigInt(amount)
    if (coin === undefined || units === 0n || units > before) return []
    return [{ symbol: coin.symbol, decimals: coin.decimals, before, after: before - units }]
  })
}
