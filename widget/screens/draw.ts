import type { Confirmation, SendScreens } from '#widget/flows/send-screens.ts'
import type { Child } from './dom.ts'
import type { Fact } from './parts.ts'
import type { Stage } from './stage.ts'

/** How the confirm screen and the progress screen show one kind of call, all of it read back from its bytes. */
export type Draw = {
  /** What must be answered before the call can be confirmed. */
  before?: (stage: Stage, view: Parameters<SendScreens['askConfirm']>[0]) => Promise<'confirm' | 'back'>
  /** What is signed, large. `label` is the screen's own word for an amount. */
  what: (stage: Stage, confirmation: Confirmation, label: string) => Child
  /** The other party, then the token, then the remaining fields. */
  rows: (
    stage: Stage,
    confirmation: Confirmation,
  ) => readonly [party: Fact | null, token: Fact | null, ...further: Fact[]]
  /** The exact numbers. */
  exact: (stage: Stage, confirmation: Confirmation) => readonly Fact[]
}
