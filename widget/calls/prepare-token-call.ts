import { prepareRequestOf, valuesOfCall } from '#protocol/operations.ts'
import type { TokenCall } from '#protocol/org/widget-call.ts'
import { encodeTokenCall } from '#protocol/signing/calldata.ts'
import type { WidgetWallet } from '#widget/answers.ts'
import type { Choice, SendContext } from '#widget/flows/send-context.ts'
import { loadKnown } from './known-tokens.ts'
import { requireReadAs } from './read-as.ts'
import { readFee } from '#widget/flows/read-fee.ts'
import { requireFeeBalance } from '#widget/flows/choose-transfer.ts'
import { requirePrepared } from '#widget/flows/prepare-transfer.ts'

/**
 * Encodes the call here, lets the server prepare the same, and stops at any difference: neither the page nor the
 * server decides what the signer reads about the bytes. Source: spec "Prepare endpoints"; profile 5.
 *
 * @throws WidgetError `CONFIGURATION` for a call that is none of its token, `CALL_MISMATCH`; `detail` names the part
 */
export async function prepareTokenCall(
  context: SendContext,
  wallet: WidgetWallet,
  call: TokenCall,
): Promise<Choice> {
  const known = await loadKnown(context, wallet.address, call, { isBytes: false, descriptors: [] })
  const { coin, coins, describe, standard } = known
  const own = encodeTokenCall(call.kind, valuesOfCall(wallet.address, call))
  const { functionSignature, data } = own
  const bytes = { walletAddress: wallet.address, toAddress: call.token, value: 0n, data }
  requireReadAs(call, describe({ ...bytes, chainId: context.config.chainId }))
  const fee = await readFee(context, coins)
  requireFeeBalance(fee)
  const { path, body } = prepareRequestOf(wallet.address, call, standard)
  await requirePrepared(context, path, body, own)
  // Executed by its bytes: the specification has no other form for arrays, and one form fits all.
  return { wallet, coin, fee, call: { functionSignature, data }, describe }
}
