import { sql, type Kysely } from 'kysely'

/** The first and last four digits of an address: `lookAlikeKey` in SQL. */
const lookAlikeKey = (column: string) => `(substr(${column}, 3, 4) || right(${column}, 4))`

const INDEXES = {
  wallets_look_alike: `on wallets (organization_id, ${lookAlikeKey('address')}) where status <> 'failed'`,
  // Only moves and grants by the wallet itself.
  holding_events_used: `on holding_events (wallet_address, ${lookAlikeKey('to_address')}, block_number desc)
    where from_address = wallet_address`,
  // Transfers of tokens are found by their logs and are not in this index.
  transactions_used: `on transactions (wallet_address, ${lookAlikeKey('to_address')}, created_at desc)
    where value <> 0 or call_kind = 'other'`,
}

/** Indexes for names, look-alikes and the last use of addresses (ADR 0018). Built without blocking writers. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [name, definition] of Object.entries(INDEXES)) {
    // An aborted attempt leaves an invalid index, which is dropped first.
    await sql.raw(`drop index concurrently if exists ${name}`).execute(db)
    await sql.raw(`create index concurrently ${name} ${definition}`).execute(db)
  }
}
