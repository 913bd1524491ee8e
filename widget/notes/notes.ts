import type { SendContext } from '#widget/flows/send-context.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import type { Child } from '#widget/screens/dom.ts'
import type { Stage } from '#widget/screens/stage.ts'
import type { DrawnAmount } from './check-amounts.ts'
import type { FeeNote } from './fee-notes.ts'

/** What a coin's balance is and will be, in smallest units, as the server tells it. */
export type BalanceNote = { symbol: string; decimals: number; before: bigint; after: bigint }

/** What is worth knowing of somebody that a call is about. Addresses are checksummed. */
export type PartyNote =
  | { kind: 'first'; address: string; whole: boolean }
  /** Something else was sent there that can still be executed, until this time (ISO 8601). */
  | { kind: 'unfinished'; address: string; until: string }
  | { kind: 'imitates'; like: 'wallet' | 'known' | 'token'; address: string; original: string }

/** What stands beside a call. `exact`: amounts whose decimals nobody but the server vouches for, to be shown in smallest units too. */
export type Notes = {
  balances: BalanceNote[]
  parties: PartyNote[]
  fee: FeeNote[]
  exact: DrawnAmount[]
  draw: (stage: Stage) => Child
}

/**
 * Looks up what is worth knowing before a call is confirmed.
 *
 * @throws WidgetError `CALL_MISMATCH` where what is known of a token or the fee is not what would be shown
 */
export type NotesOf = (context: SendContext, confirmation: Confirmation) => Promise<Notes>
