import type { WidgetError } from '#widget/errors.ts'
import type { SendContext } from '#widget/flows/send-context.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import type { Draw } from '#widget/screens/draw.ts'

/** What the file for cancelling a signed call gives. */
export type Cancel = {
  /**
   * Has the passkey sign that the wallet spends the digest of `cancelled` without its call, and follows that to its end.
   * Answers `cancelled` when it is in a block, why it was refused, or undefined when the person left or declined it.
   */
  cancelCall: (
    context: SendContext,
    cancelled: Confirmation,
  ) => Promise<'cancelled' | WidgetError | undefined>
  /** What the cancelled call is followed with: that it was executed all the same is said. */
  following: (context: SendContext) => SendContext
  /** How a cancellation is shown: by what it cancels, which is drawn by `draw`. */
  draw: (draw: Draw, cancelled: Confirmation) => Draw
}
