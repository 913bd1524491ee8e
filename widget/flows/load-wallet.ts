import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { WidgetWallet } from '#widget/answers.ts'
import { WidgetError } from '#widget/errors.ts'
import type { SendContext } from './send-context.ts'
import type { Coin } from './send-screens.ts'

/** The wallets this transfer may come from: the page's, the token's, or all that the token may use. */
export async function loadWallets(context: SendContext): Promise<WidgetWallet[]> {
  const wanted = context.input.walletAddress ?? context.config.walletAddress
  const all = await context.deps.api.wallets(context.signal)
  const wallets = wanted === undefined ? all : all.filter((wallet) => sameAddress(wallet.address, wanted))
  if (wallets.length === 0) {
    throw new WidgetError(all.length === 0 ? 'NO_WALLET' : 'WALLET_NOT_OWNED', { detail: wanted })
  }
  return wallets
}

/**
 * The coins a wallet can send, with balances where the server tells them: the allowed list, narrowed to coins that
 * the wallet's balances name (the list holds collections too), or the one `wanted`, as a page may ask for.
 */
export async function loadCoins(
  context: SendContext,
  wallet: WidgetWallet,
  wanted = context.input.tokenAddress,
): Promise<Coin[]> {
  const { api } = context.deps
  const [allowed, balances] = await Promise.all([
    api.allowedTokens(context.signal),
    readBalances(context, wallet.address),
  ])
  const balanceOf = (address: string) =>
    balances?.find((balance) => sameAddress(balance.tokenAddress, address))?.amount
  const coins: Coin[] = allowed
    .filter((token) => balances === undefined || balanceOf(token.address) !== undefined)
    .map(({ address, name, symbol, decimals }) => {
      const balance = balanceOf(address)
      return {
        address,
        name,
        symbol,
        decimals,
        listed: true,
        balance: balance === undefined ? null : BigInt(balance),
      }
    })
  if (wanted === undefined) {
    if (coins.length === 0) throw new WidgetError('NO_TOKEN', { detail: 'none is allowed' })
    return coins
  }
  const listed = coins.find((coin) => sameAddress(coin.address, wanted))
  return [listed ?? (await resolveCoin(context, wanted, balanceOf(wanted)))]
}

/** Balances are an extension: where the server has none, nothing is said about them. */
async function readBalances(context: SendContext, wallet: string) {
  try {
    const { coins } = await context.deps.api.balances(wallet, context.signal)
    return coins.filter((coin) => !sameAddress(coin.tokenAddress, ZERO_ADDRESS))
  } catch (thrown) {
    if (thrown instanceof WidgetError && thrown.code === 'NOT_FOUND') return undefined
    throw thrown
  }
}

/** A token that nobody vouches for, as it names itself on the chain. */
export async function resolveCoin(
  context: SendContext,
  address: string,
  balance: string | undefined,
): Promise<Coin> {
  const resolved = await context.deps.api.resolveToken(address, context.signal)
  if (!sameAddress(resolved.address, address)) {
    throw new WidgetError('UNEXPECTED_ANSWER', { detail: 'resolve' })
  }
  return { ...resolved, listed: false, balance: balance === undefined ? null : BigInt(balance) }
}
