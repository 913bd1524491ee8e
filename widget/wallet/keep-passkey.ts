import { bytesFromBase64Url } from '#protocol/passkey/base64-url.ts'
import { parseUserHandle } from '#protocol/passkey/user-handle.ts'
import type { Config, WidgetWallet } from '#widget/answers.ts'
import type { FlowDeps } from '#widget/browser-deps.ts'
import { object, oneOf } from '#widget/checks.ts'
import { attempt } from '#widget/flows/attempt.ts'
import { listPasskeys } from '#widget/flows/confirm-and-sign.ts'
import { nameAfterWallet, type Passkey } from '#widget/passkey/create-passkey.ts'
import type { PasskeySignals } from './passkey-signals.ts'

const isNamed = object({ success: oneOf<true>([true]) })

type Deps = Pick<FlowDeps, 'api' | 'memory' | 'authenticator'> & { signals: PasskeySignals }

/**
 * Stores a found passkey in this browser, on the server and in the device's own list. The next prompt then
 * requests exactly this passkey, with the wallet's name. Each step is optional, so this never throws.
 *
 * The chain is never taken from the server. It comes from the passkey's own handle, this browser's memory, or the page
 * (`isPinned`). `name`: the device's name.
 */
export async function keepPasskey(
  { api, memory, authenticator, signals }: Deps,
  found: {
    config: Config
    wallet: WidgetWallet
    passkey: Passkey
    isPinned: boolean
    name?: string | undefined
  },
  signal: AbortSignal,
): Promise<void> {
  const { config, wallet, passkey, isPinned, name } = found
  const { credentialId, qx, qy, rpId, userHandle } = passkey
  if (userHandle !== '') {
    const handle = parseUserHandle(bytesFromBase64Url(userHandle))
    const known = (handle ?? memory.ofWallet(wallet.address))?.chainId
    // The owner is empty, so a pending passkey, which has no wallet yet, is not removed.
    memory.keepWallet('', wallet.address, {
      ...passkey,
      chainId: known ?? (isPinned ? config.chainId : undefined),
    })
    const { organizationName } = config
    nameAfterWallet(authenticator, passkey, { ...wallet, organizationName })
    // Each of our own handles belongs to one passkey. Other handles may have several.
    if (handle !== undefined) signals.accepted(passkey)
  }
  if (listPasskeys(wallet).some((known) => known.credentialId === credentialId && known.qx === qx)) return
  const named = { credentialId, qx, qy, rpId, name, ...(userHandle !== '' && { userHandle }) }
  await attempt(() => api.post(`/wallets/${wallet.address}/passkey`, named, isNamed, signal), signal)
}
