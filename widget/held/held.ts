import type { HeldPort } from '#widget/flows/send-context.ts'
import type { Progress } from '#widget/flows/send-screens.ts'
import type { Child } from '#widget/screens/dom.ts'
import type { Stage, View } from '#widget/screens/stage.ts'

/** Display of a transaction that is or was held, or whose outcome is unknown. */
export type HeldView = {
  icon: NonNullable<View['icon']>
  heading: string
  text: string
  /** Between the text and what was signed. */
  parts: readonly Child[]
  /** Retry, or prepare it again. */
  actions?: readonly Child[]
}

/** Interface of the file for calls without a final state: held ones, and those that may have been submitted. */
export type Held = HeldPort & {
  /** Display of a state that the main file has no texts for; undefined for the others. */
  view: (
    stage: Stage,
    progress: Progress,
    around: { now: () => number; again: (progress: Progress) => void },
  ) => HeldView | undefined
}
