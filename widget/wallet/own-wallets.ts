import { checksumAddress, sameAddress } from '#protocol/display/address.ts'
import type { Config, WidgetWallet } from '#widget/answers.ts'
import type { WidgetApi } from '#widget/api.ts'
import { WidgetError } from '#widget/errors.ts'

/**
 * The wallets of the token's user, or the one of them that the page or the token names. Their addresses have the checksum
 * capitals that the events of signing have, whatever the server writes.
 *
 * @throws WidgetError `NO_WALLET`; `WALLET_NOT_OWNED`, alike for a wallet of another user and for an address that is none
 */
export async function ownWallets(
  api: WidgetApi,
  config: Config,
  named: string | undefined,
  signal: AbortSignal,
): Promise<WidgetWallet[]> {
  const wanted = named ?? config.walletAddress
  const told = await api.wallets(signal)
  const all = told.map((wallet) => ({ ...wallet, address: checksumAddress(wallet.address) }))
  const wallets = wanted === undefined ? all : all.filter(({ address }) => sameAddress(address, wanted))
  if (wallets.length > 0) return wallets
  throw new WidgetError(all.length === 0 ? 'NO_WALLET' : 'WALLET_NOT_OWNED', { detail: wanted })
}

/** The one wallet there is, else the one that the person chooses. */
export async function oneOf(
  wallets: readonly WidgetWallet[],
  ask: (wallets: readonly WidgetWallet[]) => Promise<WidgetWallet>,
): Promise<WidgetWallet> {
  const [only] = wallets
  return wallets.length === 1 && only !== undefined ? only : ask(wallets)
}
