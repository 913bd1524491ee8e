import { callsIn } from '#protocol/display/calls-in.ts'
import type { Descriptor } from '#protocol/descriptors/read-descriptor.ts'
import { CALLDATA_BYTES_MAX } from '#protocol/baas/limits.ts'
import type { WidgetCall } from '#protocol/org/widget-call.ts'
import type { WidgetWallet } from '#widget/answers.ts'
import type { SendContext } from '#widget/flows/send-context.ts'
import { bytesOf } from './call-bytes.ts'
import { functionOf } from './call-of.ts'
import type { Kit } from './kit.ts'
import { loadKnown } from './known-tokens.ts'
import { requireReadAs } from './read-as.ts'
import type { Choice } from '#widget/flows/choice.ts'

type BytesCall = Extract<WidgetCall, { kind: 'raw' | 'batch' }>

/**
 * A call that no endpoint prepares: its bytes are those of the page, or several calls that were encoded here. What
 * they mean is read back from them like that of any other.
 *
 * @throws WidgetError `CONFIGURATION` for a call that is too long, or one of a batch that is none of its token
 */
export async function prepareBytes(
  kit: Kit,
  context: SendContext,
  wallet: WidgetWallet,
  call: BytesCall,
  descriptors: readonly Descriptor[],
): Promise<Choice> {
  const { to, value, data } = bytesOf(wallet.address, call)
  if (data.length > 2 + 2 * CALLDATA_BYTES_MAX)
    throw new kit.WidgetError('CONFIGURATION', { detail: 'call: it is too long' })
  const calls = call.kind === 'batch' ? call.calls : []
  const known = await loadKnown(
    kit,
    context,
    wallet.address,
    { token: to, data },
    { isBytes: true, descriptors },
  )
  const { coin, coins, describe } = known
  const bytes = { walletAddress: wallet.address, toAddress: to, value, data }
  const read = callsIn(describe({ ...bytes, chainId: context.config.chainId }))
  for (const [index, one] of calls.entries()) {
    const description = read[index]
    // Only what is read back call by call is signed.
    if (description === undefined) throw new kit.WidgetError('CALL_MISMATCH', { detail: `calls.${index}` })
    requireReadAs(kit, one, description, `call: calls.${index}`)
  }
  const fee = await kit.readFee(context, coins)
  kit.requireFeeBalance(fee)
  return { wallet, coin, fee, call: { functionSignature: functionOf(data), data, to, value }, describe }
}
