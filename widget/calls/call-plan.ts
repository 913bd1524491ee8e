import { sameAddress } from '#protocol/display/address.ts'
import type { Descriptor } from '#protocol/descriptors/read-descriptor.ts'
import type { WidgetCall } from '#protocol/org/widget-call.ts'
import { bytesOf, operationsFor } from './call-bytes.ts'
import { prepareBytes } from './prepare-bytes.ts'
import { prepareTokenCall } from './prepare-token-call.ts'
import type { SendPlan } from '#widget/flows/send-context.ts'
import { chooseWallet } from '#widget/flows/choose-transfer.ts'
import { withRetry } from '#widget/flows/attempt.ts'

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
