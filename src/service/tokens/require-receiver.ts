import type { Address } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import { checkReceiver, encodeReceipt, type TokenReceipt } from '#service/chain/check-receiver.ts'
import type { Context } from '#service/context.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { EncodedCall } from './prepared-call.ts'

/**
 * Refuses a safe transfer to a contract that cannot receive, before anything is signed or sent. Whether the holder
 * has the token is not asked: preparing needs no balance (ADR 0008).
 *
 * @throws RECIPIENT_CANNOT_RECEIVE with the decoded reason (spec "Prepare endpoints", rule 3)
 */
export async function requireReceiver(
  ctx: Pick<Context, 'chain'>,
  { toAddress, txObject }: EncodedCall,
  transfer: TokenReceipt & { to: string; operator: Address },
): Promise<void> {
  const verdict = await checkReceiver(ctx.chain, {
    token: toAddress,
    recipient: checksumAddress(transfer.to),
    operator: transfer.operator,
    transferData: txObject.data,
    receipt: encodeReceipt(transfer),
  })
  if (!verdict.ok) throw apiError('RECIPIENT_CANNOT_RECEIVE', verdict.reason)
}
