import type { ExecuteRequest } from '#protocol/baas/transactions.ts'
import type { FollowedTransaction, WidgetWallet } from '#widget/answers.ts'
import type { WidgetError } from '#widget/errors.ts'
import type { Executed, SendContext } from '#widget/flows/send-context.ts'
import type { Confirmation, Progress } from '#widget/flows/send-screens.ts'
import type { Child } from '#widget/screens/dom.ts'
import type { Stage, View } from '#widget/screens/stage.ts'

/** A call that was signed and has no end yet. */
export type Unfinished = {
  confirmation: Confirmation
  /** What hands it in, where it was signed in this browser. */
  request?: ExecuteRequest | undefined
  /** It was not signed just now. */
  isFound?: boolean
  /** As the server has it, where it does. */
  transaction?: FollowedTransaction | undefined
  /** The service had accepted it when this browser last heard of it. */
  executed?: Executed | undefined
}

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
export type Held = {
  /** The one that the page asks for: signed in this browser, or among those that the server says are `open`. */
  find: (
    context: SendContext,
    wallets: readonly WidgetWallet[],
    open: readonly FollowedTransaction[],
  ) => Promise<Unfinished | undefined>
  /**
   * Finds out what became of a call and hands in the same signature again where that is not known. `problem`: how the
   * first try went, undefined for a call that was found. Answers a refusal that is certain.
   */
  handIn: (
    context: SendContext,
    unfinished: Unfinished,
    problem: WidgetError | undefined,
  ) => Promise<Executed | WidgetError>
  /** Goes on with a failed one until nobody can execute it any more. */
  followFailed: (context: SendContext, unfinished: Unfinished, progress: Progress) => Promise<void>
  /** Says that nobody knows how it went, until the person wants to try again. */
  untilWanted: (context: SendContext, progress: Progress, tried: WidgetError) => Promise<void>
  /** How a state is shown that the main file has no words for; undefined for the others. */
  view: (
    stage: Stage,
    progress: Progress,
    around: { now: () => number; again: (progress: Progress) => void },
  ) => HeldView | undefined
}
