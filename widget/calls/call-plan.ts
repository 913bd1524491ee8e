import { sameAddress } from '#shared/display/address.ts'
import type { CallKind } from '#shared/display/call-description.ts'
import type { WidgetCall, WidgetCallKind } from '#shared/org/widget-call.ts'
import type { WidgetWallet } from '#widget/answers.ts'
import type { Choice } from '#widget/flows/choose-transfer.ts'
import type { SendContext } from '#widget/flows/send-context.ts'
import type { SendPlan } from '#widget/flows/send-plan.ts'
import type { Kit } from './kit.ts'
import { loadKnown } from './known-tokens.ts'
import { encodeOwnCall, findDisagreement } from './prepare-call.ts'

/** What the bytes of each kind must be read as: anything else is not what the page says that it is. */
const READ_AS: Record<WidgetCallKind, readonly CallKind[]> = {
  'erc20-transfer': ['erc20-transfer'],
  'erc20-approve': ['erc20-approve', 'token-approve'],
  'erc721-transfer': ['erc721-transfer'],
  'erc721-approve': ['erc721-approve', 'token-approve'],
  'set-approval-for-all': ['set-approval-for-all', 'revoke-approval-for-all'],
  'erc1155-transfer': ['erc1155-transfer'],
  'erc1155-batch-transfer': ['erc1155-batch-transfer'],
}

/** How a page's call is signed: nothing is asked for but the wallet, where there are several. */
export function callPlan(kit: Kit, call: WidgetCall): SendPlan {
  return {
    operation: call.kind.endsWith('transfer') ? 'transfer' : 'approve',
    fixed: true,
    async choose(context, selection, start) {
      // Whatever was refused, there is nothing to enter anew.
      if (start.problem !== undefined) throw start.problem
      const wallet = (selection.wallet ??= await kit.chooseWallet(context, selection.wallets))
      const { screens, report } = context.deps
      for (;;) {
        screens.working('prepare')
        const outcome = await kit.attempt(
          () => prepareCall(kit, context, wallet, call),
          report,
          context.signal,
        )
        if (outcome.ok) return outcome.value
        if (outcome.error.next !== 'retry') throw outcome.error
        await screens.askRetry(outcome.error)
      }
    },
    isWanted: (_context, { wallet, call: found }) =>
      sameAddress(found.toAddress, call.token) &&
      encodeOwnCall(wallet.address, call, undefined).encoded.data === found.data,
  }
}

/**
 * Encodes the call here, lets the server prepare the same, and stops at any disagreement: neither the page nor the
 * server decides what a person reads about the bytes. Source: spec "Prepare endpoints"; profile 5.
 *
 * @throws WidgetError `CONFIGURATION` for a call that is none of its token, `CALL_MISMATCH`; `detail` names the part
 */
async function prepareCall(
  kit: Kit,
  context: SendContext,
  wallet: WidgetWallet,
  call: WidgetCall,
): Promise<Choice> {
  const { coin, coins, describe, standard } = await loadKnown(kit, context, wallet.address, call)
  const own = encodeOwnCall(wallet.address, call, standard)
  const { functionSignature, data } = own.encoded
  const bytes = {
    chainId: context.config.chainId,
    walletAddress: wallet.address,
    toAddress: call.token,
    value: 0n,
  }
  const { kind } = describe({ ...bytes, data })
  if (!READ_AS[call.kind].includes(kind)) {
    throw new kit.WidgetError('CONFIGURATION', { detail: `call: for this token it is ${kind}` })
  }
  const fee = await kit.readFee(context, coins)
  kit.requireFeeBalance(fee)
  const prepared = await context.deps.api.prepare(own.path, own.request, context.signal)
  const disagreement = findDisagreement(prepared, call.token, own.encoded)
  if (disagreement !== undefined) throw new kit.WidgetError('CALL_MISMATCH', { detail: disagreement })
  // Executed by its bytes: the specification has no other form for arrays, and one form fits all.
  return { wallet, coin, fee, call: { functionSignature, data }, describe }
}
