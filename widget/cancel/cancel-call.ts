import type { Hex } from 'viem'
import { describeWalletCall } from '#protocol/effects/read-wallet-call.ts'
import { CANCEL_CALL } from '#protocol/signing/wallet-functions.ts'
import { isFinal, type TransactionState } from '#protocol/transaction-states.ts'
import { WidgetError } from '#widget/errors.ts'
import { attempt } from '#widget/flows/attempt.ts'
import type { Choice } from '#widget/flows/choice.ts'
import { confirmAndSign, toExecuteRequest, type Signed } from '#widget/flows/confirm-and-sign.ts'
import { executeCall } from '#widget/flows/execute-call.ts'
import { followTransaction } from '#widget/flows/follow-transaction.ts'
import { namelessCoin, readFee } from '#widget/flows/load-wallet.ts'
import type { FollowsCalls, HasScreens, ReadsFee } from '#widget/flows/send-parts.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'

const SIGNATURE = 'cancelCall(bytes32,uint256)'

/**
 * Encodes the cancellation of a signed call. Contains the digest and the expiration of that call. The widget has
 * computed the digest itself (ADR 0010).
 */
export function encodeCancelCall({ digest, call }: Pick<Confirmation, 'digest' | 'call'>): Hex {
  return `${CANCEL_CALL}${digest.slice(2)}${call.expiration.toString(16).padStart(64, '0')}`
}

/**
 * Cancels a signed call with a call of the wallet to itself, confirmed and signed like any other. The server
 * prepares no part of it. The page gets only the cancelled call's state. `refused` is the sentence to display
 * if the service rejects the cancellation because it would revert.
 */
export async function cancelCall(
  context: FollowsCalls,
  cancelled: Confirmation,
  refused?: string,
): Promise<'cancelled' | WidgetError | undefined> {
  const { deps, signal, plan } = context
  let ended: TransactionState | undefined
  const own: FollowsCalls = {
    ...context,
    plan: { ...plan, fixed: false },
    deps: {
      ...deps,
      held: async () => ({ ...(await deps.held()), followFailed: async () => {} }),
      statusChanged: ({ status }) => (ended = status),
      screens: {
        ...deps.screens,
        showProgress: (progress) =>
          isFinal(progress.status) ? deps.screens.working('execute') : deps.screens.showProgress(progress),
      },
    },
  }
  const outcome = await attempt(
    async () => {
      const signed = await confirmAndSign(own, await offerChoice(own, cancelled), undefined)
      return signed === 'back' ? undefined : execute(own, signed)
    },
    signal,
    deps.report,
  )
  if (!outcome.ok) return outcome.error
  if (outcome.value?.code === 'TRANSACTION_REVERTS')
    return new WidgetError('TRANSACTION_REVERTS', { detail: outcome.value.detail, sentence: refused })
  if (outcome.value !== undefined) return outcome.value
  return ended === 'CONFIRMED' ? 'cancelled' : undefined
}

/** A context for following the cancelled call. Shows `tooLate` if it was executed before its cancellation. */
export function following(context: FollowsCalls, tooLate: string): FollowsCalls {
  const { deps } = context
  const problem = new WidgetError('CONFLICT', { detail: 'executed before', sentence: tooLate })
  const screens: FollowsCalls['deps']['screens'] = {
    ...deps.screens,
    showProgress: (progress) =>
      deps.screens.showProgress(progress.status === 'CONFIRMED' ? { ...progress, problem } : progress),
  }
  return { ...context, deps: { ...deps, screens } }
}

async function offerChoice(
  context: ReadsFee & HasScreens<'working'>,
  cancelled: Confirmation,
): Promise<Choice> {
  context.deps.screens.working('prepare')
  const { wallet, coin } = cancelled
  return {
    wallet,
    coin: namelessCoin(wallet.address),
    fee: await readFee(context, [coin]),
    cancels: cancelled,
    call: { functionSignature: SIGNATURE, data: encodeCancelCall(cancelled) },
    describe: (call) => describeWalletCall({ ...call, tokens: [] }),
  }
}

/**
 * Executes the cancellation. Stores the cancellation like every signed call and follows it. Then removes it from the
 * storage, because the cancelled call decides the outcome.
 */
async function execute(context: FollowsCalls, signed: Signed): Promise<WidgetError | undefined> {
  const { confirmation } = signed
  const request = toExecuteRequest(signed, undefined)
  const executed = await executeCall(context, { confirmation, request })
  if (executed instanceof WidgetError) return executed
  await followTransaction(context, { confirmation, request }, executed)
  context.deps.memory.forgetSent(confirmation.wallet.address, confirmation.digest)
  return undefined
}
