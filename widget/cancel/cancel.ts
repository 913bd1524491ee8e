import type { CancelPort } from '#widget/flows/send-context.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import type { Draw } from '#widget/screens/draw.ts'

/** Interface of the file for cancelling a signed call. */
export type Cancel = CancelPort & {
  /** Displays a cancellation by the call that it cancels, which `draw` draws. */
  draw: (draw: Draw, cancelled: Confirmation) => Draw
}
