import { checkOptions, type OptionKind } from '#widget/attributes/check-options.ts'
import { readAttribute } from '#widget/attributes/read-attribute.ts'
import { WidgetError } from '#widget/errors.ts'
import { login, type LoginDeps, type LoginScreens } from '#widget/wallet/login.ts'
import { browserSignals } from '#widget/wallet/passkey-signals.ts'
import { goOn, chooseSignal, type CoreDeps } from './core-deps.ts'
import { mayOpen } from './may-open.ts'

/**
 * A page's input for login.
 *
 * @example
 * const input: LoginInput = { walletAddress: '0x…', signal: AbortSignal.timeout(60_000) }
 */
export type LoginInput = {
  /** Accepts only this one of the user's wallets. */
  walletAddress?: string | undefined
  /** Called right before the passkey prompt. The prompt opens unless this returns or resolves to `false`. */
  beforeLogin?: ((login: { rpId: string }) => boolean | Promise<boolean>) | undefined
  signal?: AbortSignal | undefined
}

/**
 * The wallet that the passkey opens. `isSingle` means that the passkey is only on this device. `hasBackup`
 * says whether the wallet has a backup address, undefined if unknown. `isChecked` means that the address was
 * computed from the passkey's key.
 *
 * @example
 * const { address, isChecked }: LoginResult = await latchkey.login()
 * if (!isChecked) showThatTheServerSaysSo(address)
 */
export type LoginResult = {
  address: string
  label: string
  isSingle: boolean
  hasBackup: boolean | undefined
  isChecked: boolean
}

const OPTIONS = {
  walletAddress: 'attribute',
  beforeLogin: 'function',
  signal: 'object',
} satisfies Record<keyof LoginInput, OptionKind>

/**
 * Finds the user's wallet by the passkey alone, on a device that stores nothing. A login grants no
 * permissions.
 *
 * @throws WidgetError, `PASSKEY_WRONG` if the passkey opens none of the user's wallets, or the signal's
 * reason on abort
 */
export async function headlessLogin(deps: CoreDeps, input: LoginInput): Promise<LoginResult> {
  checkOptions('login', input, OPTIONS)
  const walletAddress = readAttribute('wallet-address', input.walletAddress, 'walletAddress')
  const beforeLogin: LoginDeps['beforeLogin'] = (login) => mayOpen(input.beforeLogin, login)
  let result: LoginResult | undefined
  const screens: LoginScreens = {
    loading: () => {},
    async askLogin({ problem }) {
      goOn(problem)
    },
    working: () => {},
    async askMissed({ why }) {
      throw new WidgetError('PASSKEY_WRONG', { detail: `login: ${why}` })
    },
    showLoggedIn: (view) => void (result = view),
  }
  const given = { ...deps, signals: browserSignals(), screens, beforeLogin }
  const { address, label } = await login(given, { ...deps, walletAddress }, chooseSignal(input))
  return { isSingle: false, hasBackup: undefined, isChecked: false, ...result, address, label }
}
