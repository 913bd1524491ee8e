import type { Descriptor } from '#protocol/descriptors/read-descriptor.ts'
import { sameAddress } from '#protocol/display/address.ts'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import { CALLDATA_BYTES_MAX } from '#protocol/limits.ts'
import { buildPrepareRequest, tokenOperation, valuesOfCall } from '#protocol/operations.ts'
import { encodeTokenCall } from '#protocol/signing/calldata.ts'
import type { SingleCall, WidgetCall } from '#protocol/widget-call.ts'
import type { WidgetWallet } from '#widget/answers.ts'
import { WidgetError } from '#widget/errors.ts'
import { withRetry } from '#widget/flows/attempt.ts'
import type { Choice } from '#widget/flows/choice.ts'
import { chooseWallet, requireFeeBalance } from '#widget/flows/choose-transfer.ts'
import { readFee } from '#widget/flows/load-wallet.ts'
import { requirePrepared } from '#widget/flows/prepare-transfer.ts'
import type { ReadsFee, SendPlan } from '#widget/flows/send-parts.ts'
import { toCallBytes, operationsFor } from './call-bytes.ts'
import { loadKnown } from './known-tokens.ts'
import { nameFunction } from './to-widget-call.ts'

/** Plans the signature of a page's call. The person only chooses the wallet, if there are several. */
export function callPlan(call: WidgetCall, descriptors: readonly Descriptor[]): SendPlan {
  return {
    operations: operationsFor(call),
    fixed: true,
    async choose(context, selection, start) {
      // After an error, the person has nothing to correct.
      if (start.problem !== undefined) throw start.problem
      const wallet = (selection.wallet ??= await chooseWallet(context, selection.wallets))
      return withRetry(context, () => {
        context.deps.screens.working('prepare')
        return prepareCall(context, wallet, call, descriptors)
      })
    },
    isWanted({ wallet, call: found }) {
      const { to, value, data } = toCallBytes(wallet.address, call)
      return sameAddress(found.toAddress, to) && found.value === value && found.data.toLowerCase() === data
    },
  }
}

/**
 * Encodes the call here, decodes its bytes again, and lets the server prepare the same call if it has an
 * endpoint for it. Neither the page nor the server decides how the signer reads the bytes. Source: spec
 * "Prepare endpoints"; profile 5.
 *
 * @throws WidgetError `CONFIGURATION` if the call is too long or not valid for its token, or `CALL_MISMATCH`
 * if the server prepared another call, with the part in `detail`
 */
async function prepareCall(
  context: ReadsFee,
  wallet: WidgetWallet,
  call: WidgetCall,
  descriptors: readonly Descriptor[],
): Promise<Choice> {
  const { to, value, data } = toCallBytes(wallet.address, call)
  if (data.length > 2 + 2 * CALLDATA_BYTES_MAX)
    throw new WidgetError('CONFIGURATION', { detail: 'call: it is too long' })
  const typed = call.kind === 'raw' || call.kind === 'batch' ? undefined : call
  const { coin, coins, describe, standard } = await loadKnown(
    context,
    wallet.address,
    typed ?? { token: to, data },
    { isBytes: typed === undefined, descriptors: typed === undefined ? descriptors : [] },
  )
  const bytes = { walletAddress: wallet.address, toAddress: to, value, data }
  const description = describe({ ...bytes, chainId: context.config.chainId })
  if (call.kind !== 'batch') requireReadAs(call, description)
  else {
    // Every call of the batch must be decoded, and a typed one as its own kind.
    const read = callsIn(description)
    for (const [index, one] of call.calls.entries()) requireReadAs(one, read[index], `calls.${index}`)
  }
  const fee = await readFee(context, coins)
  requireFeeBalance(fee)
  if (typed !== undefined) {
    const { path, body } = buildPrepareRequest(wallet.address, typed, standard)
    const own = encodeTokenCall(typed.kind, valuesOfCall(wallet.address, typed))
    await requirePrepared(context, path, body, own)
  }
  // The call is executed by its bytes, because the specification has no other form for arrays.
  return { wallet, coin, fee, call: { functionSignature: nameFunction(data), data, to, value }, describe }
}

/**
 * Rejects a typed call that decodes to another kind. Raw bytes do not claim a kind.
 *
 * @throws WidgetError `CONFIGURATION`, or `CALL_MISMATCH` if the bytes could not be decoded
 */
function requireReadAs(call: SingleCall, read: CallDescription | undefined, index = ''): void {
  if (read === undefined) throw new WidgetError('CALL_MISMATCH', { detail: index })
  const { kind } = read
  if (call.kind === 'raw' || call.kind === kind) return
  if (tokenOperation(call.kind).alsoReadAs?.includes(kind)) return
  const at = index === '' ? 'call' : `call: ${index}`
  throw new WidgetError('CONFIGURATION', { detail: `${at}: for this token it is ${kind}` })
}
