import type { FollowedTransaction, WidgetWallet } from '#widget/answers.ts'
import type { SendContext } from '#widget/flows/send-context.ts'
import type { Confirmation, Progress } from '#widget/flows/send-screens.ts'
import type { Child } from '#widget/screens/dom.ts'
import type { Stage, View } from '#widget/screens/stage.ts'

/** A transaction that was handed in before, as the server has it, and what is shown of it. */
export type Unfinished = { confirmation: Confirmation; transaction: FollowedTransaction }

/** What is shown of a transaction that is held or was. */
export type HeldView = {
  icon: NonNullable<View['icon']>
  heading: string
  text: string
  /** Between the text and what was signed. */
  parts: readonly Child[]
}

/** What the file for held transactions gives. */
export type Held = {
  /** The transaction that this browser handed in last and saw no end of. */
  find: (context: SendContext, wallets: readonly WidgetWallet[]) => Promise<Unfinished | undefined>
  /** How a state is shown that only a held transaction has; undefined for the others. */
  view: (stage: Stage, progress: Progress, now: () => number) => HeldView | undefined
}
