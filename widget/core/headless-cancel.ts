import { isFinal } from '#protocol/transaction-states.ts'
import { checkOptions, type OptionKind } from '#widget/attributes/check-options.ts'
import { WidgetError } from '#widget/errors.ts'
import type { SendPlan } from '#widget/flows/send-parts.ts'
import type { SendScreens } from '#widget/flows/send-screens.ts'
import { signTransaction } from '#widget/flows/sign-transaction.ts'
import { chooseSignal, type CoreDeps } from './core-deps.ts'
import {
  readSendInput,
  SIGNING_OPTIONS,
  signingParts,
  type SignedTransaction,
  type SignInput,
} from './headless-send.ts'

/**
 * A page's input for cancelling a transaction that has failed and can still be executed.
 *
 * @example
 * const input: CancelInput = { digest: failed.digest, confirm: ({ description }) => ask(description) }
 */
export type CancelInput = Omit<
  SignInput,
  'transfer' | 'call' | 'tokenDecimals' | 'tokenSymbol' | 'follow'
> & {
  /** Digest of the transaction, as returned by `signTransaction`. */
  digest: string
}

/**
 * Cancels a transaction that was returned as `FAILED` with `executableUntil`. The passkey signs a call by
 * which the wallet uses up the digest. Before that, `confirm` receives that call, with the transaction in
 * `cancels`. Returns the transaction's outcome: `CANCELLED`, or `CONFIRMED` if it was executed before.
 *
 * @example
 * const failed = await latchkey.signTransaction({ transfer, confirm })
 * if (failed.executableUntil !== undefined) {
 * const { status } = await latchkey.cancelTransaction({ digest: failed.digest, confirm })
 * if (status === 'CANCELLED') await prepareAnotherPayment()
 * }
 *
 * @throws WidgetError `NOT_FOUND` if the digest belongs to no unfinished transaction. `CONFLICT` if it has
 * not failed, or if the cancellation itself was declined, expired or failed. `TRANSACTION_REVERTS` if the
 * transaction may have just been executed; call again to find out. Throws the signal's reason on abort.
 */
export async function headlessCancel(deps: CoreDeps, input: CancelInput): Promise<SignedTransaction> {
  checkOptions('cancelTransaction', input, { ...SIGNING_OPTIONS, digest: 'own' } satisfies Record<
    keyof CancelInput,
    OptionKind
  >)
  const { digest } = input
  const signal = chooseSignal(input)
  const parts = signingParts(input, signal)
  let ended: SignedTransaction | undefined
  const plan: SendPlan = {
    operations: [],
    fixed: true,
    isWanted: (confirmation) => confirmation.digest === digest,
    async choose() {
      throw new WidgetError('NOT_FOUND', { detail: `no transaction without an end has the digest ${digest}` })
    },
  }
  const executed = await signTransaction(
    {
      ...deps,
      ...parts,
      screens: { ...parts.screens, showProgress: cancelOnce(parts.screens) },
      executed: () => {},
      statusChanged: ({ reported: _reported, ...changed }) => (ended = changed),
    },
    readSendInput(deps, input),
    signal,
    plan,
  )
  return { ...executed, status: 'SUBMITTED', ...ended }
}

/** Cancels the transaction as soon as possible. Any other outcome before that is an error. */
function cancelOnce(screens: SendScreens): SendScreens['showProgress'] {
  let isCancelling = false
  return (progress) => {
    const { confirmation, problem, status, cancel } = progress
    screens.showProgress(progress)
    if (confirmation.cancels !== undefined) return
    if (problem !== undefined) throw problem
    if (!isFinal(status)) throw new WidgetError('CONFLICT', { detail: `the transaction is ${status}` })
    if (cancel === undefined) return
    if (isCancelling) throw new WidgetError('CONFLICT', { detail: 'the cancellation has come to nothing' })
    isCancelling = true
    cancel()
  }
}
