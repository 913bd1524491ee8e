import type { RawBuilder } from 'kysely'

/** `organizations`: small ones, besides the two. Number of rows of the parent tables. */
export type Counts = { wallets: number; transactions: number; organizations: number }
type Organization = { id: string; keyId: string }
/** `large` and `medium` are there already. */
export type Size = Counts & { large: Organization; medium: Organization }

/** The rows of one table: its name, and what inserts them. */
export type Rows = { table: string; insert: RawBuilder<unknown> }

/** Transactions are of so many days: as far back as an overview looks. */
export const DAYS = 60

/** A hundred thousand wallets and a million transactions, so many times. */
export function scaleCounts(times: number): Counts {
  return {
    wallets: Math.round(100_000 * times),
    transactions: Math.round(1_000_000 * times),
    organizations: Math.max(20, Math.round(200 * times)),
  }
}
