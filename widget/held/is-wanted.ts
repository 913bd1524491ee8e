import { sameAddress } from '#protocol/display/address.ts'
import { checkTransfer } from '#widget/flows/check-transfer.ts'
import { encodeTransfer } from '#widget/flows/prepare-transfer.ts'
import { draftOf } from '#widget/flows/read-confirmation.ts'
import type { SendContext } from '#widget/flows/send-context.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'

/** Whether a call that was signed before matches what the page has set. */
export function isWanted(context: SendContext, confirmation: Confirmation): boolean {
  const { plan, input } = context
  return plan.isWanted?.(context, confirmation) ?? isWantedTransfer(input, confirmation)
}

function isWantedTransfer(input: SendContext['input'], confirmation: Confirmation): boolean {
  const { call, coin, description } = confirmation
  // A call of another kind is found if the page sets no transfer.
  if (description.kind !== 'erc20-transfer') return !(input.tokenAddress ?? input.to ?? input.amount)
  const draft = draftOf(confirmation)
  const { tokenAddress = draft.tokenAddress, to = draft.to, amount = draft.amount } = input
  const checked = checkTransfer({ tokenAddress, to, amount }, coin, null)
  return (
    sameAddress(tokenAddress, call.toAddress) &&
    checked.ok &&
    encodeTransfer(checked.transfer).data === call.data
  )
}
