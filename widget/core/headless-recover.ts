import { checkOptions, type OptionKind } from '#widget/attributes/check-options.ts'
import { readAttribute } from '#widget/attributes/read-attribute.ts'
import { browserSignals } from '#widget/wallet/passkey-signals.ts'
import {
  recover,
  type RecoverDeps,
  type RecoverOutcome,
  type RecoverScreens,
} from '#widget/wallet/recover.ts'
import { goOn, refuseToChoose, signalOf, throwProblem, type CoreDeps } from './core-deps.ts'
import { mayOpen } from './may-open.ts'

/**
 * A page's input for putting another passkey in a wallet.
 *
 * @example
 * const input: RecoverInput = {
 *   onProposal: (proposal) => showCallForTheBackupAddress(proposal),
 *   onWaiting: ({ effectiveAtMs }) => showTime(new Date(effectiveAtMs)),
 * }
 */
export type RecoverInput = {
  walletAddress?: string | undefined
  /** Receives the call that the backup address must send, at each look until it has. */
  onProposal: RecoverScreens['showProposal']
  /** The recovery waits until `effectiveAtMs`; called at each look. */
  onWaiting?: RecoverScreens['showWaiting'] | undefined
  /** Called right before the new passkey is made, which happens unless this returns or resolves to `false`. */
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
 * Gives a wallet another passkey with its backup address. Can be left and resumed: the new passkey is
 * stored in this browser. `no-backup`: the wallet has no backup address and cannot be recovered.
 *
 * @throws WidgetError; the signal's reason when it aborts
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
  return recover(given, { ...deps, walletAddress }, signalOf(input))
}
