import type { WebAuthnSignature } from '#shared/signing/signature.ts'
import { encodeExecuteCall } from '#shared/signing/pack-execute.ts'
import type { Context } from '#service/context.ts'
import { serviceError } from '#service/http/service-error.ts'
import { moveTransaction, type CheckedTransaction } from '#service/ledger/store-transaction.ts'

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
    onSigned: async (trx, relayed) => {
      const set = { relayed_id: relayed.id, transaction_hash: relayed.hash }
      const move = { from: 'FAILED', to: 'SUBMITTED', now: ctx.clock.now(), set } as const
      if (!(await moveTransaction(trx, { id }, move))) throw serviceError('CONFLICT', 'It is sent already')
    },
  })
}
