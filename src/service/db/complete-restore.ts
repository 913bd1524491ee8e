import { sql } from 'kysely'
import type { Database } from './database.ts'
import { goOnFromEarlierState } from './earlier-state.ts'
import { createSearchIndexes } from './search-indexes.ts'

/**
 * Completes a restored database: prepares it for its earlier state, and creates the search indexes unless they exist.
 * Changes nothing if the dump is of a version without the required tables.
 */
export async function completeRestore(db: Database): Promise<void> {
  const { rows } = await sql<{ hasState: boolean; lacksIndexes: boolean }>`
    select to_regclass('deployment_searches') is not null as "hasState",
      to_regclass('wallets') is not null and to_regclass('wallets_search') is null as "lacksIndexes"`.execute(
    db,
  )
  const [found] = rows
  if (found?.hasState === true) await goOnFromEarlierState(db)
  if (found?.lacksIndexes === true) await createSearchIndexes(db)
}
