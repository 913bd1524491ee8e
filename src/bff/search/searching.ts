import type { CallsService, HasDatabase } from '#bff/context-parts.ts'
import type { Session } from '#bff/context.ts'

/** Search input for one kind of thing. `amount`: the number at the beginning of the typed text. */
export type Searching = {
  ctx: CallsService & HasDatabase
  organization: Session['organization']
  q: string
  amount: string | undefined
}
