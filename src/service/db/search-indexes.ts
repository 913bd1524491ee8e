import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Statements that create the indexes for substring searches, by the index's name. No index is created if the server
 * lacks the extension, or if the role may not add it. The search then still works but reads every row.
 */
export const SEARCH_INDEXES = {
  wallets_search: ofParts(
    `create index wallets_search on wallets using gin (search_text gin_trgm_ops) where status <> 'failed'`,
  ),
  transactions_batched:
    ofParts(`create index transactions_batched on transactions using gin (lower(data) gin_trgm_ops)
    where to_address = wallet_address and data <> '0x'`),
} as const

function ofParts(index: string): string {
  return `do $$ begin
    create extension if not exists pg_trgm;
    ${index};
  exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
    raise notice 'a search has no index: pg_trgm is not available';
  end $$`
}

/** Creates the indexes in a restored database, whose dump cannot contain the extension. */
export async function createSearchIndexes(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // An index on a large table takes longer than the statement timeout.
    await sql`set local statement_timeout = 0`.execute(trx)
    for (const statement of Object.values(SEARCH_INDEXES)) await sql.raw(statement).execute(trx)
  })
}
