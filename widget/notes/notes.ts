import type { ExpiresIn } from '#widget/flows/expires-in.ts'
import type { Child } from '#widget/screens/dom.ts'
import type { Stage } from '#widget/screens/stage.ts'

/** A token's balance before and after, in base units, reported by the server. */
export type BalanceNote = { symbol: string; decimals: number; before: bigint; after: bigint }

/** A note on an address in a call. Addresses are checksummed. */
export type PartyNote =
  | { kind: 'first'; address: string; whole: boolean }
  /** Another call to this address can still be executed, until this time (ISO 8601). */
  | { kind: 'unfinished'; address: string; until: string }
  | { kind: 'imitates'; like: 'wallet' | 'known' | 'token'; address: string; original: string }
  /**
   * An address for which the organization has a name. Only the organization's own administrators see the
   * address.
   */
  | { kind: 'imitates'; like: 'named'; address: string; name: string; original?: string }
  /** The server did not report whether the address resembles another one. */
  | { kind: 'unchecked'; address: string }

/** The organization's name for a recipient, as its server reports it. */
export type PayeeNote = { address: string; name: string }

/** The facts that are needed to display an amount of a token. */
export type TokenFacts = { decimals: number; symbol: string }

/** An amount as displayed. */
export type DrawnAmount = TokenFacts & { token: string; units: bigint }

/**
 * A warning about a fee: larger than the sent amount of the same token, or in a token with a misleading name.
 */
export type FeeNote = 'large' | 'suspicious'

/**
 * Notes on a call. `exact` has amounts whose decimals only the server reports, to be displayed in base units
 * too.
 */
export type Notes = {
  balances: BalanceNote[]
  parties: PartyNote[]
  payees: PayeeNote[]
  /** The organization's name for an address. Undefined if it has none. */
  findName: (address: string) => string | undefined
  fee: FeeNote[]
  exact: DrawnAmount[]
  /** Whether the call has one party. Its address leads the screen, so the notes name it by its ends. */
  isOneParty: boolean
  /** Validity of a call that people of the organization have to approve. Undefined if none is known in time. */
  expiresIn: ExpiresIn | undefined
  /**
   * Waits until the outcome of the call and the decision of the policies are known, or a timeout.
   *
   * @throws WidgetError `POLICY_REFUSED` or `TRANSACTION_REVERTS` if the call must not be signed
   */
  check: () => Promise<void>
  draw: (stage: Stage) => Child
}
