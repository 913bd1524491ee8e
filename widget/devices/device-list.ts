import type { KnownPasskey, WidgetWallet } from '#widget/answers.ts'
import { listPasskeys } from '#widget/flows/confirm-and-sign.ts'
import type { Memory } from '#widget/memory.ts'
import { readLastUse, type GuardedDetails } from '#widget/wallet/wallet-authority.ts'
import { isSameKey, listKeys, type WalletKey } from '#widget/wallet/wallet-details.ts'

/**
 * One passkey of a wallet. `name` is empty if it was never named. `isThis` means that this browser created it
 * or has signed in with it. `lastUsedAt` is null if the service has accepted no signature of it, and
 * undefined if the service does not report it.
 */
export type Device = {
  key: WalletKey
  name: string
  isThis: boolean
  isFirst: boolean
  lastUsedAt: string | null | undefined
  passkey: KnownPasskey | undefined
}

/** Maximum number of keys of a wallet, including the first one (profile 2). */
export const DEVICES_MAX = 8

/** The keys in the wallet's contract, with the data that the server and this browser have of their passkeys. */
export function listDevices(
  wallet: WidgetWallet,
  details: GuardedDetails,
  memory: Pick<Memory, 'ofWallet'>,
): Device[] {
  const own = memory.ofWallet(wallet.address)
  const known = listPasskeys(wallet)
  return listKeys(details).map((key) => {
    const passkey = known.find((one) => isSameKey(one, key))
    return {
      key,
      name: passkey?.name ?? '',
      isThis: own !== undefined && isSameKey(own, key),
      isFirst: key.number === 0,
      lastUsedAt: readLastUse(key),
      passkey,
    }
  })
}
