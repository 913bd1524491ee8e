import type { TokenCall } from '#protocol/org/widget-call.ts'
import type { WidgetWallet } from '#widget/answers.ts'
import type { SendContext } from '#widget/flows/send-context.ts'
import type { Kit } from './kit.ts'
import { loadKnown } from './known-tokens.ts'
import { encodeOwnCall, findDisagreement } from './prepare-call.ts'
import { requireReadAs } from './read-as.ts'
import type { Choice } from '#widget/flows/choice.ts'

/**
 * Encodes the call here, lets the server prepare the same, and stops at any disagreement: neither the page nor the
 * server decides what a person reads about the bytes. Source: spec "Prepare endpoints"; profile 5.
 *
 * @throws WidgetError `CONFIGURATION` for a call that is none of its token, `CALL_MISMATCH`; `detail` names the part
 */
export async function prepareTokenCall(
  kit: Kit,
  context: SendContext,
  wallet: WidgetWallet,
  call: TokenCall,
): Promise<Choice> {
  const known = await loadKnown(kit, context, wallet.address, call, { isBytes: false, descriptors: [] })
  const { coin, coins, describe, standard } = known
  const own = encodeOwnCall(wallet.address, call, standard)
  const { functionSignature, data } = own.encoded
  const bytes = { walletAddress: wallet.address, toAddress: call.token, value: 0n, data }
  requireReadAs(kit, call, describe({ ...bytes, chainId: context.config.chainId }))
  const fee = await kit.readFee(context, coins)
  kit.requireFeeBalance(fee)
  const prepared = await context.deps.api.prepare(own.path, own.request, context.signal)
  const disagreement = findDisagreement(prepared, call.token, own.encoded)
  if (disagreement !== undefined) throw new kit.WidgetError('CALL_MISMATCH', { detail: disagreement })
  // Executed by its bytes: the specification has no other form for arrays, and one form fits all.
  return { wallet, coin, fee, call: { functionSignature, data }, describe }
}
