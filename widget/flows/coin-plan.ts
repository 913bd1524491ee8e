import { sameAddress } from '#shared/display/address.ts'
import { checkTransfer } from './check-transfer.ts'
import { chooseTransfer } from './choose-transfer.ts'
import { encodeTransfer } from './prepare-transfer.ts'
import { draftOf } from './read-confirmation.ts'
import type { SendInput } from './send-context.ts'
import type { SendPlan } from './send-plan.ts'

/** Sending coins, which a person chooses as far as the page has not. */
export function coinPlan(input: SendInput): SendPlan {
  return {
    operations: ['transfer'],
    fixed: input.tokenAddress !== undefined && input.to !== undefined && input.amount !== undefined,
    choose: chooseTransfer,
    isWanted(_context, confirmation) {
      const { call, coin, description } = confirmation
      // A call of another kind is found where the page asks for nothing in particular.
      if (description.kind !== 'erc20-transfer') return !(input.tokenAddress ?? input.to ?? input.amount)
      const draft = draftOf(confirmation)
      const { tokenAddress = draft.tokenAddress, to = draft.to, amount = draft.amount } = input
      const checked = checkTransfer({ tokenAddress, to, amount }, coin, null)
      return (
        sameAddress(tokenAddress, call.toAddress) &&
        checked.ok &&
        encodeTransfer(checked.transfer).data === call.data
      )
    },
  }
}
