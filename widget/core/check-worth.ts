import type { SendContext } from '#widget/flows/send-context.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import { checkAmounts, drawnAmounts } from '#widget/notes/check-amounts.ts'
import { feeNotes } from '#widget/notes/fee-notes.ts'
import { askServer, partsOf } from '#widget/notes/look-up.ts'

/**
 * What must hold before the page is asked: the fee is one that it allows, and nobody has changed what amounts are worth.
 *
 * @throws WidgetError `CALL_MISMATCH`
 */
export async function checkWorth(context: SendContext, confirmation: Confirmation): Promise<undefined> {
  feeNotes(context, confirmation)
  const drawn = drawnAmounts(confirmation, partsOf(confirmation.description))
  checkAmounts(context, drawn, await askServer(context, confirmation.wallet.address))
  return undefined
}
