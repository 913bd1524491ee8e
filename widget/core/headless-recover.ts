import { checkOptions, type OptionKind } from '#widget/attributes/check-options.ts'
import { readAttribute } from '#widget/attributes/read-attribute.ts'
import { browserSignals } from '#widget/wallet/passkey-signals.ts'
import {
  recover,
  type RecoverDeps,
  type RecoverOutcome,
  type RecoverScreens,
} from '#widget/wallet/recover.ts'
import { goOn, refuseToChoose, chooseSignal, throwProblem, type CoreDeps } from './core-deps.ts'
import { mayOpen } from './may-open.ts'

/**
 * A page's input for adding a new passkey to a wallet by recovery.
 *
 * @example
 * const input: RecoverInput = {
 *   onProposal: (proposal) => showCallForTheBackupAddress(proposal),
 *   onWaiting: ({ effectiveAtMs }) => showTime(new Date(effectiveAtMs)),
 * }
 */
export type RecoverInput = {
  walletAddress?: string | undefined
  /** Receives the call that the backup address must send, on each poll until it is sent. */
  onProposal: RecoverScreens['showProposal']
  /** Called on each poll while the recovery waits until `effectiveAtMs`. */
  onWaiting?: RecoverScreens['showWaiting'] | undefined
  /**
   * Called right before the new passkey is created. It is created unless this returns or resolves to `false`.
   */
  beforeRecover?: ((recovery: { address: string; rpId: string }) => boolean | Promise<boolean>) | undefined
  signal?: AbortSignal | undefined
}

const OPTIONS = {
  walletAddress: 'attribute',
  onProposal: 'required',
  onWaiting: 'function',
  beforeRecover: 'function',
  signal: 'object',
} satisfies Record<keyof RecoverInput, OptionKind>

/**
 * Gives a wallet a new passkey by its backup address. The flow can be left and resumed, because this browser
 * stores the new passkey. `no-backup` means that the wallet has no backup address and cannot be recovered.
 *
 * @throws WidgetError, or the signal's reason on abort
 */
export async function headlessRecover(deps: CoreDeps, input: RecoverInput): Promise<RecoverOutcome> {
  checkOptions('recover', input, OPTIONS)
  const { onProposal, onWaiting } = input
  const walletAddress = readAttribute('wallet-address', input.walletAddress, 'walletAddress')
  const beforeRecover: RecoverDeps['beforeRecover'] = (recovery) => mayOpen(input.beforeRecover, recovery)
  const screens: RecoverScreens = {
    loading: () => {},
    askWallet: refuseToChoose,
    askRetry: throwProblem,
    async askPasskey({ problem }) {
      goOn(problem)
    },
    showProposal: onProposal,
    showWaiting: (view) => onWaiting?.(view),
    async askActivate({ problem }) {
      goOn(problem)
    },
    working: () => {},
    showNoBackup: () => {},
    showRecovered: () => {},
  }
  const given = { ...deps, signals: browserSignals(), screens, beforeRecover, recovered: () => {} }
  return recover(given, { ...deps, walletAddress }, chooseSignal(input))
}
