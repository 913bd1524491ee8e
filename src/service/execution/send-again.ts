import type { WebAuthnSignature } from '#protocol/signing/signature.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import type { Context } from '#service/context.ts'
import type { CheckedTransaction } from '#service/ledger/insert-transactions.ts'
import { markSubmitted } from '#service/ledger/mark-submitted.ts'

/**
 * Sends a signed call once more that FAILED and can still be executed: the same transaction, SUBMITTED again.
 *
 * @throws CONFLICT when it is not FAILED any more, and whatever `relay.submit` throws
 */
export async function sendAgain(
  ctx: Context,
  id: string,
  { organizationId, call, signature }: CheckedTransaction,
  decoded: WebAuthnSignature,
): Promise<void> {
  await ctx.relay.submit({
    purpose: 'transaction',
    organizationId,
    to: call.walletAddress,
    data: encodeExecuteCall(call, signature, decoded),
    onSigned: (trx, relayed) => markSubmitted(trx, id, relayed, { at: ctx.clock.now(), cause: 'resend' }),
  })
}
