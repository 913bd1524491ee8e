import { checksumAddress, sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { isToken, WidgetWallet } from '#widget/answers.ts'
import type { Checked } from '#widget/checks.ts'
import { WidgetError } from '#widget/errors.ts'
import { attempt } from './attempt.ts'
import type { CallsServer, HasConfig } from './context-parts.ts'
import { noneIfUnsupported } from './follow-transaction.ts'
import type { HasInput, LoadsCoins, ReadsFee } from './send-parts.ts'
import type { Coin } from './send-screens.ts'

/**
 * Returns the wallets of a flow: the wallet that the page names, the wallet of the widget token, or all wallets that
 * the widget token may use. Addresses are checksummed, as in the signing events.
 *
 * @throws WidgetError `NO_WALLET`, or `WALLET_NOT_OWNED` for another user's wallet and for an address that is no
 * wallet
 */
export async function loadWallets(
  context: CallsServer & HasConfig & HasInput<'walletAddress'>,
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
 * The tokens that a wallet can send: only `wanted`, which the page may set, or otherwise all allowed tokens.
 *
 * @throws WidgetError `NO_TOKEN` if no token is allowed
 */
export async function loadCoins(
  context: LoadsCoins,
  wallet: WidgetWallet,
  wanted = context.input.tokenAddress,
): Promise<Coin[]> {
  const { coins, findBalance } = await loadAllowed(context, wallet)
  if (wanted === undefined) {
    if (coins.length === 0) throw new WidgetError('NO_TOKEN', { detail: 'none is allowed' })
    return coins
  }
  const listed = coins.find((coin) => sameAddress(coin.address, wanted))
  return [listed ?? (await resolveCoin(context, wanted, findBalance(wanted)))]
}

/**
 * The allowed list with balances. Balances are an extension. If the server has it, the list is narrowed to
 * tokens with a balance entry, because the list contains collections too.
 */
export async function loadAllowed(
  { deps: { api }, signal }: CallsServer,
  wallet: WidgetWallet,
): Promise<{ coins: Coin[]; findBalance: (address: string) => string | undefined }> {
  const [allowed, balances] = await Promise.all([
    api.allowedTokens(signal),
    api.balances(wallet.address, signal).catch(noneIfUnsupported),
  ])
  const held = balances?.coins.filter((coin) => !sameAddress(coin.tokenAddress, ZERO_ADDRESS))
  const findBalance = (address: string) =>
    held?.find(({ tokenAddress }) => sameAddress(tokenAddress, address))?.amount
  const coins = allowed.flatMap((token) => {
    const balance = findBalance(token.address)
    return held !== undefined && balance === undefined ? [] : [toCoin(token, true, balance)]
  })
  return { coins, findBalance }
}

/** A token as the server reports it, with the wallet's balance if known. */
export function toCoin(token: Checked<typeof isToken>, listed: boolean, balance?: string): Coin {
  return { ...token, listed, balance: balance === undefined ? null : BigInt(balance) }
}

/** An unlisted token with its own name from the chain. */
export async function resolveCoin(
  context: CallsServer,
  address: string,
  balance: string | undefined,
): Promise<Coin> {
  const resolved = await context.deps.api.resolveToken(address, context.signal)
  if (!sameAddress(resolved.address, address)) {
    throw new WidgetError('UNEXPECTED_ANSWER', { detail: 'resolve' })
  }
  return toCoin(resolved, false, balance)
}

/**
 * A token whose name and decimals are unknown, or a called contract that is not a token. Known only by its address.
 */
export function namelessCoin(address: string): Coin {
  return { address, name: '', symbol: '', decimals: 0, balance: null, listed: false }
}

/**
 * The fee that a call pays. By default exactly the server's fee at the start of the flow. Null if there is
 * none.
 */
export async function readFee(
  context: ReadsFee,
  coins: readonly Coin[],
  fee = context.config.fee,
): Promise<{ units: bigint; coin: Coin | null; tokenAddress: string; withdrawAddress: string } | null> {
  if (fee === null || sameAddress(fee.tokenAddress, ZERO_ADDRESS) || fee.amountPerTransaction === '0')
    return null
  return {
    units: BigInt(fee.amountPerTransaction),
    coin: await feeCoin(context, fee.tokenAddress, coins),
    tokenAddress: fee.tokenAddress,
    withdrawAddress: fee.withdrawAddress,
  }
}

/** The fee token. Null if it is unknown, and the fee is then displayed with its address and base units. */
async function feeCoin(context: CallsServer, address: string, coins: readonly Coin[]): Promise<Coin | null> {
  const known = coins.find((coin) => sameAddress(coin.address, address))
  if (known !== undefined) return known
  const { api } = context.deps
  const outcome = await attempt(() => api.resolveToken(address, context.signal), context.signal)
  if (!outcome.ok || !sameAddress(outcome.value.address, address)) return null
  return toCoin(outcome.value, false)
}
