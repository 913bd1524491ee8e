import { WidgetError, type WidgetErrorCode } from '#widget/errors.ts'
import { attempt } from './attempt.ts'
import type { Signed } from './confirm-and-sign.ts'
import type { Executed, SendContext } from './send-context.ts'

/** The same signature may be sent again after these: one digest is executed once, and the first answer comes back. */
const SEND_AGAIN: readonly WidgetErrorCode[] = [
  'OFFLINE',
  'NETWORK_FAILED',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'CHAIN_FAILED',
  'CHAIN_TIMEOUT',
]

/**
 * Submits the signed call, and submits it again after a lost answer without asking the passkey anew.
 *
 * @throws WidgetError when the service refuses it. Source: spec "Execute"; profile 8.
 */
export async function executeCall(
  context: SendContext,
  { confirmation, signature }: Signed,
  params: string[] | undefined,
): Promise<Executed> {
  const { deps, signal } = context
  const { call, digest, functionSignature } = confirmation
  const request = {
    walletAddress: call.walletAddress,
    toAddress: call.toAddress,
    value: call.value.toString(),
    ...(params === undefined ? { data: call.data } : { functionSignature, params }),
    signature,
    expiration: call.expiration.toString(),
    fee: call.fee.toString(),
    feeCoinAddress: call.feeCoinAddress,
    feeWithdrawAddress: call.feeWithdrawAddress,
  }
  const { address } = confirmation.wallet
  // Before it is sent: a page that is reloaded now must not make a second transfer of it.
  deps.memory.keepSent(address, { digest })
  for (;;) {
    deps.screens.working('execute')
    const outcome = await attempt(() => deps.api.execute(request, signal), deps.report, signal)
    if (outcome.ok) {
      if (!('transactionUuid' in outcome.value)) {
        // It is sent, and that was seen: no reload needs to find it.
        deps.memory.forgetSent(address, digest)
        return { digest, transactionHash: outcome.value.transactionHash }
      }
      const { transactionUuid } = outcome.value
      deps.memory.keepSent(address, { digest, transactionUuid })
      return { digest, transactionUuid }
    }
    if (!SEND_AGAIN.includes(outcome.error.code)) {
      // The time limit says nothing about an earlier try whose answer was lost.
      if (outcome.error.code !== 'TRANSACTION_EXPIRED') deps.memory.forgetSent(address, digest)
      throw outcome.error
    }
    await deps.screens.askRetry(outcome.error)
    if (Number(call.expiration) <= context.serverSeconds()) throw new WidgetError('TRANSACTION_EXPIRED')
  }
}
