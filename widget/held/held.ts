import type { HeldPort } from '#widget/flows/send-context.ts'
import type { Progress } from '#widget/flows/send-screens.ts'
import type { Child } from '#widget/screens/dom.ts'
import type { Stage, View } from '#widget/screens/stage.ts'

/** What is shown of a transaction that is held or was, or of one that nobody is sure of. */
export type HeldView = {
  icon: NonNullable<View['icon']>
  heading: string
  text: string
  /** Between the text and what was signed. */
  parts: readonly Child[]
  /** Trying again, or preparing it anew. */
  actions?: readonly Child[]
}

/** What the file for calls without an end gives: those that are held, and those that may have been handed in. */
export type Held = HeldPort & {
  /** How a state is shown that the main file has no words for; undefined for the others. */
  view: (
    stage: Stage,
    progress: Progress,
    around: { now: () => number; again: (progress: Progress) => void },
  ) => HeldView | undefined
}
