import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { attempt } from './attempt.ts'
import { coinOf } from './load-wallet.ts'
import type { SendContext } from './send-context.ts'
import type { Coin, FeeLine } from './send-screens.ts'

/** The fee that a call pays: exactly the server's settings at the start of the flow unless another is named, or none. */
export async function readFee(
  context: SendContext,
  coins: readonly Coin[],
  fee = context.config.fee,
): Promise<FeeLine | null> {
  if (fee === null || sameAddress(fee.tokenAddress, ZERO_ADDRESS) || fee.amountPerTransaction === '0')
    return null
  return {
    units: BigInt(fee.amountPerTransaction),
    coin: await feeCoin(context, fee.tokenAddress, coins),
    tokenAddress: fee.tokenAddress,
    withdrawAddress: fee.withdrawAddress,
  }
}

/** An unknown fee token is displayed by its address and base units. */
async function feeCoin(context: SendContext, address: string, coins: readonly Coin[]): Promise<Coin | null> {
  const known = coins.find((coin) => sameAddress(coin.address, address))
  if (known !== undefined) return known
  const { api } = context.deps
  const outcome = await attempt(() => api.resolveToken(address, context.signal), context.signal)
  if (!outcome.ok || !sameAddress(outcome.value.address, address)) return null
  return coinOf(outcome.value, false)
}
