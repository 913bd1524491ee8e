import { base64Url } from '#protocol/passkey/base64-url.ts'
import { parseUserHandle } from '#protocol/passkey/user-handle.ts'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import type { FlowDeps } from '#widget/browser-deps.ts'
import { WidgetError } from '#widget/errors.ts'
import { repeat } from '#widget/flows/attempt.ts'
import { loadWallets } from '#widget/flows/load-wallet.ts'
import { readConfig } from '#widget/flows/read-config.ts'
import { askAssertion } from '#widget/passkey/sign-digest.ts'
import { findWallet, type Found } from './find-wallet.ts'
import { keepPasskey } from './keep-passkey.ts'
import type { PasskeySignals } from './passkey-signals.ts'
import { backupOf } from './wallet-details.ts'

export type LoggedIn = { address: string; label: string }

/** Reason why a passkey opens no wallet here. */
export type LoginMiss = 'unknown' | 'other-chain' | 'replaced'

/** The steps of a login as a person sees them. Each `ask` rejects with the signal's reason when it aborts. */
export type LoginScreens = {
  loading: () => void
  askLogin: (view: {
    organizationName: string
    rpId: string
    problem: WidgetError | undefined
  }) => Promise<void>
  working: () => void
  /**
   * Says that the passkey opens none of the user's wallets. `forget` removes the passkey from the device's list, if
   * the device supports that.
   */
  askMissed: (view: { why: LoginMiss; canForget: boolean }) => Promise<'again' | 'forget'>
  /** `hasBackup` is undefined if unknown. */
  showLoggedIn: (
    view: LoggedIn & { isSingle: boolean; hasBackup: boolean | undefined; isChecked: boolean },
  ) => void
}

export type LoginDeps = Omit<FlowDeps, 'origin'> & {
  signals: PasskeySignals
  screens: LoginScreens
  /** Called right before the passkey prompt. The page stops it with `false`. */
  beforeLogin: (login: { rpId: string }) => boolean | Promise<boolean>
}

/** `walletAddress` accepts only this one of the user's wallets. `chainId` is set by the page. */
export type LoginInput = { rpId: string; walletAddress?: string | undefined; chainId?: string | undefined }

/**
 * Finds the user's wallet by the passkey alone, on a device that stores nothing. Grants no permissions, because they
 * come from the token. A passkey of another user's wallet is treated like a passkey without a wallet.
 *
 * @throws WidgetError `NO_WALLET` if the user has no wallet, or `WALLET_NOT_OWNED` if the requested one is not
 * theirs. Throws the signal's reason if the page or the person leaves.
 */
export async function login(deps: LoginDeps, input: LoginInput, signal: AbortSignal): Promise<LoggedIn> {
  const { screens, signals, api } = deps
  const { rpId } = input
  screens.loading()
  const { config } = await readConfig(deps, [], signal)
  const wallets = await loadWallets({ deps, input, config, signal })
  for (;;) {
    const { assertion, found } = await repeat(
      (problem) => screens.askLogin({ organizationName: config.organizationName, rpId, problem }),
      async () => {
        if (!(await deps.beforeLogin({ rpId }))) throw new WidgetError('STOPPED_BY_PAGE')
        const request = { digest: hexFromBytes(deps.random(32)), passkey: { rpId } }
        const asserted = await askAssertion(deps.authenticator, request, signal)
        screens.working()
        const found = await findWallet({ api, config, rpId, signal }, wallets, asserted)
        return { assertion: asserted, found }
      },
      { report: deps.report, signal },
    )
    // A wallet has the same address on every chain, so the user handle names the passkey's chain.
    const handle = assertion.userHandle && parseUserHandle(assertion.userHandle)
    const isElsewhere = handle !== undefined && handle.chainId !== config.chainId
    if (found !== undefined && !found.isReplaced && !isElsewhere) {
      await keepPasskey(deps, { ...found, config, isPinned: input.chainId !== undefined }, signal)
      return welcome(deps, found)
    }
    const whyMissed = isElsewhere ? 'other-chain' : 'unknown'
    const why = found?.isReplaced === true ? 'replaced' : whyMissed
    void deps.report(new WidgetError('PASSKEY_WRONG', { detail: `login: ${why}` }))
    // The passkey is removed from the device's list only with consent, because it may be the only passkey of another
    // wallet.
    const answer = await screens.askMissed({ why, canForget: signals.canForget })
    if (answer === 'forget') signals.unknown({ rpId, credentialId: base64Url(assertion.credentialId) })
  }
}

function welcome(deps: LoginDeps, { wallet, passkey, details, isChecked }: Found): LoggedIn {
  const { address, label } = wallet
  const hasBackup = details?.onChain && backupOf(details) !== undefined
  deps.screens.showLoggedIn({ address, label, isSingle: passkey.isSingle === true, hasBackup, isChecked })
  return { address, label }
}
