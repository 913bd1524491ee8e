import type { Address, Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import { argumentTypes } from '#protocol/operations.ts'
import { encodeTokenFunction } from '#protocol/signing/calldata.ts'
import { checkReceiver } from '#service/chain/check-receiver.ts'
import type { Context } from '#service/context.ts'
import { apiError } from '#server-kit/http/http-error.ts'

/** A safe transfer: the params of its call begin with the holder and the recipient. */
type SafeTransfer = { toAddress: Address; txObject: { params: readonly string[]; data: Hex } }

/**
 * Refuses a safe transfer to a contract that cannot receive, before anything is signed or sent. Whether the holder
 * has the token is not asked: preparing needs no balance (ADR 0008). `hook` is the function by which the token asks
 * the recipient, `operator` the wallet that will call.
 *
 * @throws RECIPIENT_CANNOT_RECEIVE with the decoded reason (spec "Prepare endpoints", rule 3)
 */
export async function requireReceiver(
  ctx: Pick<Context, 'chain'>,
  { toAddress: token, txObject }: SafeTransfer,
  hook: string,
  operator: Address,
): Promise<void> {
  const [from = '', to = '', ...moved] = txObject.params
  // An ERC-721 transfer without data is asked about with empty data.
  const asked = [operator, from, ...moved, '0x'].slice(0, argumentTypes(hook).length)
  const verdict = await checkReceiver(ctx.chain, {
    token,
    recipient: checksumAddress(to),
    operator,
    transferData: txObject.data,
    hook,
    hookData: encodeTokenFunction(hook, asked),
  })
  if (!verdict.ok) throw apiError('RECIPIENT_CANNOT_RECEIVE', verdict.reason)
}
