import { sql } from 'kysely'
import type { Clock } from '#service/context.ts'
import type { Transaction } from '#service/db/database.ts'

/**
 * The chain took the block of what the relayer sent back: it counts as submitted again, and its outcome will be told a
 * second time. No move of the states' table, because it does not go on from an outcome but unsays it. An execution by
 * somebody else stands in its own block, which is watched (`follow-outcomes.ts`).
 */
export async function reopenTransaction(clock: Clock, trx: Transaction, relayedId: string): Promise<void> {
  await sql`update transactions
    set state = 'SUBMITTED', block_number = null, block_hash = null, reason = null, watch = null,
      updated_at = ${clock.now()}
    where relayed_id = ${relayedId}::uuid and (state = 'FAILED' or (state = 'CONFIRMED' and transaction_hash in (
      select hash from relayer_attempts where relayed_id = ${relayedId}::uuid)))`.execute(trx)
}
