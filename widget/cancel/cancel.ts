import type { CancelPort } from '#widget/flows/send-context.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import type { Draw } from '#widget/screens/draw.ts'

/** What the file for cancelling a signed call gives. */
export type Cancel = CancelPort & {
  /** How a cancellation is shown: by what it cancels, which is drawn by `draw`. */
  draw: (draw: Draw, cancelled: Confirmation) => Draw
}
