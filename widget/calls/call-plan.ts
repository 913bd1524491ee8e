import { CALLDATA_BYTES_MAX } from '#protocol/limits.ts'
import type { Descriptor } from '#protocol/descriptors/read-descriptor.ts'
import { sameAddress } from '#protocol/display/address.ts'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import { prepareRequestOf, tokenOperation, valuesOfCall } from '#protocol/operations.ts'
import type { SingleCall, TokenCall, WidgetCall } from '#protocol/widget-call.ts'
import { encodeTokenCall } from '#protocol/signing/calldata.ts'
import type { WidgetWallet } from '#widget/answers.ts'
import { WidgetError } from '#widget/errors.ts'
import { withRetry } from '#widget/flows/attempt.ts'
import { chooseWallet, requireFeeBalance } from '#widget/flows/choose-transfer.ts'
import { requirePrepared } from '#widget/flows/prepare-transfer.ts'
import { readFee } from '#widget/flows/read-fee.ts'
import type { Choice, SendContext, SendPlan } from '#widget/flows/send-context.ts'
import { bytesOf, operationsFor } from './call-bytes.ts'
import { functionOf } from './call-of.ts'
import { loadKnown } from './known-tokens.ts'

/** How a page's call is signed: nothing is asked for but the wallet, where there are several. */
export function callPlan(call: WidgetCall, descriptors: readonly Descriptor[]): SendPlan {
  return {
    operations: operationsFor(call),
    fixed: true,
    async choose(context, selection, start) {
      // After a refusal the user has nothing to correct.
      if (start.problem !== undefined) throw start.problem
      const wallet = (selection.wallet ??= await chooseWallet(context, selection.wallets))
      return withRetry(context, () => {
        context.deps.screens.working('prepare')
        return call.kind === 'raw' || call.kind === 'batch'
          ? prepareBytes(context, wallet, call, descriptors)
          : prepareTokenCall(context, wallet, call)
      })
    },
    isWanted(_context, { wallet, call: found }) {
      const { to, value, data } = bytesOf(wallet.address, call)
      return sameAddress(found.toAddress, to) && found.value === value && found.data.toLowerCase() === data
    },
  }
}

type BytesCall = Extract<WidgetCall, { kind: 'raw' | 'batch' }>

/**
 * A call that no endpoint prepares: its bytes are those of the page, or several calls that were encoded here. What
 * they mean is read back from them like that of any other.
 *
 * @throws WidgetError `CONFIGURATION` for a call that is too long, or one of a batch that is none of its token
 */
async function prepareBytes(
  context: SendContext,
  wallet: WidgetWallet,
  call: BytesCall,
  descriptors: readonly Descriptor[],
): Promise<Choice> {
  const { to, value, data } = bytesOf(wallet.address, call)
  if (data.length > 2 + 2 * CALLDATA_BYTES_MAX)
    throw new WidgetError('CONFIGURATION', { detail: 'call: it is too long' })
  const calls = call.kind === 'batch' ? call.calls : []
  const known = await loadKnown(context, wallet.address, { token: to, data }, { isBytes: true, descriptors })
  const { coin, coins, describe } = known
  const bytes = { walletAddress: wallet.address, toAddress: to, value, data }
  const read = callsIn(describe({ ...bytes, chainId: context.config.chainId }))
  for (const [index, one] of calls.entries()) {
    const description = read[index]
    // Only what is read back call by call is signed.
    if (description === undefined) throw new WidgetError('CALL_MISMATCH', { detail: `calls.${index}` })
    requireReadAs(one, description, `call: calls.${index}`)
  }
  const fee = await readFee(context, coins)
  requireFeeBalance(fee)
  return { wallet, coin, fee, call: { functionSignature: functionOf(data), data, to, value }, describe }
}

/**
 * Encodes the call here, lets the server prepare the same, and stops at any difference: neither the page nor the
 * server decides what the signer reads about the bytes. Source: spec "Prepare endpoints"; profile 5.
 *
 * @throws WidgetError `CONFIGURATION` for a call that is none of its token, `CALL_MISMATCH`; `detail` names the part
 */
async function prepareTokenCall(
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

/**
 * Refuses a typed call that decodes to another kind. Bytes have no claimed kind.
 *
 * @throws WidgetError `CONFIGURATION`
 */
function requireReadAs(call: SingleCall, { kind }: CallDescription, at = 'call'): void {
  if (call.kind === 'raw' || call.kind === kind) return
  if (tokenOperation(call.kind).alsoReadAs?.includes(kind)) return
  throw new WidgetError('CONFIGURATION', { detail: `${at}: for this token it is ${kind}` })
}
