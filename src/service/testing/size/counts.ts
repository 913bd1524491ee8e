import type { RawBuilder } from 'kysely'

/**
 * Numbers of rows of the parent tables. `organizations`: small ones, in addition to the large and the medium
 * one.
 */
export type Counts = { wallets: number; transactions: number; organizations: number }
type Organization = { id: string; keyId: string }
/** `large` and `medium` already exist. */
export type Size = Counts & { large: Organization; medium: Organization }

/** The rows of one table: its name, and the SQL that inserts them. */
export type Rows = { table: string; insert: RawBuilder<unknown> }

/** Number of days of transactions, which is the period of an overview. */
export const DAYS = 60

/** A hundred thousand wallets and a million transactions, multiplied by `times`. */
export function scaleCounts(times: number): Counts {
  return {
    wallets: Math.round(100_000 * times),
    transactions: Math.round(1_000_000 * times),
    organizations: Math.max(20, Math.round(200 * times)),
  }
}
