import { sameAddress } from '#protocol/display/address.ts'
import type { Config, WidgetWallet } from '#widget/answers.ts'
import type { WidgetApi } from '#widget/api.ts'
import { WidgetError } from '#widget/errors.ts'

/**
 * The wallets of the token's user, or the one of them that the page or the token names.
 *
 * @throws WidgetError `NO_WALLET`, also for a wallet of another user
 */
export async function ownWallets(
  api: WidgetApi,
  config: Config,
  named: string | undefined,
  signal: AbortSignal,
): Promise<WidgetWallet[]> {
  const wanted = named ?? config.walletAddress
  const all = await api.wallets(signal)
  const wallets = wanted === undefined ? all : all.filter(({ address }) => sameAddress(address, wanted))
  if (wallets.length > 0) return wallets
  throw new WidgetError('NO_WALLET', {
    detail: wanted === undefined ? 'the user has none' : 'wallet-address',
  })
}

/** The one wallet there is, else the one that the person chooses. */
export async function oneOf(
  wallets: readonly WidgetWallet[],
  ask: (wallets: readonly WidgetWallet[]) => Promise<WidgetWallet>,
): Promise<WidgetWallet> {
  const [only] = wallets
  return wallets.length === 1 && only !== undefined ? only : ask(wallets)
}
