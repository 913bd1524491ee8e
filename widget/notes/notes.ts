import type { Difference } from '#protocol/effects/compare-simulation.ts'
import type { Child } from '#widget/screens/dom.ts'
import type { Stage } from '#widget/screens/stage.ts'
import type { TokenFacts } from '#widget/token-facts.ts'

/** What a coin's balance is and will be, in smallest units, as the server tells it. */
export type BalanceNote = { symbol: string; decimals: number; before: bigint; after: bigint }

/** What is worth knowing of somebody that a call is about. Addresses are checksummed. */
export type PartyNote =
  | { kind: 'first'; address: string; whole: boolean }
  /** Something else was sent there that can still be executed, until this time (ISO 8601). */
  | { kind: 'unfinished'; address: string; until: string }
  | { kind: 'imitates'; like: 'wallet' | 'known' | 'token'; address: string; original: string }

/** An amount as the screen has it. */
export type DrawnAmount = TokenFacts & { token: string; units: bigint }

/** What speaks against a fee: more than what is sent of the same coin, or a coin whose name misleads. */
export type FeeNote = 'large' | 'suspicious'

/** What stands beside a call. `exact`: amounts whose decimals nobody but the server vouches for, to be shown in smallest units too. */
export type Notes = {
  balances: BalanceNote[]
  parties: PartyNote[]
  fee: FeeNote[]
  exact: DrawnAmount[]
  /** What the chain's simulation saw otherwise: found while the person reads, and never a failure. */
  differences: Promise<readonly Difference[]>
  draw: (stage: Stage) => Child
}
