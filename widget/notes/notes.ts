import type { Child } from '#widget/screens/dom.ts'
import type { Stage } from '#widget/screens/stage.ts'

/** A token's balance before and after, in base units, reported by the server. */
export type BalanceNote = { symbol: string; decimals: number; before: bigint; after: bigint }

/** A note on an address that a call names. Addresses are checksummed. */
export type PartyNote =
  | { kind: 'first'; address: string; whole: boolean }
  /** Something else was sent there that can still be executed, until this time (ISO 8601). */
  | { kind: 'unfinished'; address: string; until: string }
  | { kind: 'imitates'; like: 'wallet' | 'known' | 'token'; address: string; original: string }
  /** One that the organization has a name for; its address only for the organization's own administrators. */
  | { kind: 'imitates'; like: 'named'; address: string; name: string; original?: string }
  /** The server did not say what the address resembles. */
  | { kind: 'unchecked'; address: string }

/** The organization's name for a recipient, as its server reports it. */
export type PayeeNote = { address: string; name: string }

/** The facts that drawing an amount of a token requires. */
export type TokenFacts = { decimals: number; symbol: string }

/** An amount as the screen has it. */
export type DrawnAmount = TokenFacts & { token: string; units: bigint }

/** A warning about a fee: more than is sent of the same token, or a token with a misleading name. */
export type FeeNote = 'large' | 'suspicious'

/** Notes on a call. `exact`: amounts whose decimals only the server reports, to be displayed in base units too. */
export type Notes = {
  balances: BalanceNote[]
  parties: PartyNote[]
  payees: PayeeNote[]
  fee: FeeNote[]
  exact: DrawnAmount[]
  /**
   * Waits until the outcome of the call and the verdict of the policies are known, or too late.
   *
   * @throws WidgetError `POLICY_REFUSED` or `TRANSACTION_REVERTS` for a call that must not be signed
   */
  check: () => Promise<void>
  draw: (stage: Stage) => Child
}
