import { checksumAddress, sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { isToken, WidgetWallet } from '#widget/answers.ts'
import type { WidgetApi } from '#widget/api.ts'
import type { Checked } from '#widget/checks.ts'
import { WidgetError } from '#widget/errors.ts'
import { attempt } from './attempt.ts'
import { noneIfUnsupported } from './follow-transaction.ts'
import type { SendContext } from './send-context.ts'
import type { Coin } from './send-screens.ts'

/**
 * The wallets that a flow is for: the page's, the token's, or all that the token may use. Addresses are checksummed, as in
 * the events of signing.
 *
 * @throws WidgetError `NO_WALLET`; `WALLET_NOT_OWNED`, alike for another user's wallet and for an address without one
 */
export async function loadWallets(
  context: Pick<SendContext, 'config' | 'signal'> & {
    deps: { api: WidgetApi }
    input: { walletAddress?: string | undefined }
  },
): Promise<WidgetWallet[]> {
  const wanted = context.input.walletAddress ?? context.config.walletAddress
  const listed = await context.deps.api.wallets(context.signal)
  const all = listed.map((wallet) => ({ ...wallet, address: checksumAddress(wallet.address) }))
  const wallets = wanted === undefined ? all : all.filter((wallet) => sameAddress(wallet.address, wanted))
  if (wallets.length === 0) {
    throw new WidgetError(all.length === 0 ? 'NO_WALLET' : 'WALLET_NOT_OWNED', { detail: wanted })
  }
  return wallets
}

/**
 * The tokens a wallet can send: the allowed ones, or the one `wanted` that a page may set.
 *
 * @throws WidgetError `NO_TOKEN` where none is allowed
 */
export async function loadCoins(
  context: SendContext,
  wallet: WidgetWallet,
  wanted = context.input.tokenAddress,
): Promise<Coin[]> {
  const { coins, balanceOf } = await loadAllowed(context, wallet)
  if (wanted === undefined) {
    if (coins.length === 0) throw new WidgetError('NO_TOKEN', { detail: 'none is allowed' })
    return coins
  }
  const listed = coins.find((coin) => sameAddress(coin.address, wanted))
  return [listed ?? (await resolveCoin(context, wanted, balanceOf(wanted)))]
}

/**
 * The allowed list with balances, which are an extension: where the server has them it is narrowed to tokens that they name
 * (the list holds collections too).
 */
export async function loadAllowed(
  { deps: { api }, signal }: { deps: { api: WidgetApi }; signal: AbortSignal },
  wallet: WidgetWallet,
): Promise<{ coins: Coin[]; balanceOf: (address: string) => string | undefined }> {
  const [allowed, balances] = await Promise.all([
    api.allowedTokens(signal),
    api.balances(wallet.address, signal).catch(noneIfUnsupported),
  ])
  const held = balances?.coins.filter((coin) => !sameAddress(coin.tokenAddress, ZERO_ADDRESS))
  const balanceOf = (address: string) =>
    held?.find(({ tokenAddress }) => sameAddress(tokenAddress, address))?.amount
  const coins = allowed.flatMap((token) => {
    const balance = balanceOf(token.address)
    return held !== undefined && balance === undefined ? [] : [coinOf(token, true, balance)]
  })
  return { coins, balanceOf }
}

/** A token as the server names it, with what the wallet has of it where that is known. */
export function coinOf(token: Checked<typeof isToken>, listed: boolean, balance?: string): Coin {
  return { ...token, listed, balance: balance === undefined ? null : BigInt(balance) }
}

/** An unlisted token by its own name on the chain. */
export async function resolveCoin(context: SendContext, address: string, balance: string | undefined) {
  const resolved = await context.deps.api.resolveToken(address, context.signal)
  if (!sameAddress(resolved.address, address)) {
    throw new WidgetError('UNEXPECTED_ANSWER', { detail: 'resolve' })
  }
  return coinOf(resolved, false, balance)
}

/** For a token that has no name here, or a call of no token: the called contract by its address alone. */
export function namelessCoin(address: string): Coin {
  return { address, name: '', symbol: '', decimals: 0, balance: null, listed: false }
}

/** The fee that a call pays: exactly the server's settings at the start of the flow unless another is named, or none. */
export async function readFee(context: SendContext, coins: readonly Coin[], fee = context.config.fee) {
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
