import { sql } from 'kysely'
import type { Clock } from '#server-kit/clock.ts'
import type { Transaction } from '#service/db/database.ts'
import { moveTransactions } from '#service/ledger/move-transactions.ts'

/**
 * The chain took the block of what the relayer sent back: it counts as submitted again. An execution by somebody else
 * stands in its own block, which is watched (`follow-outcomes.ts`).
 */
export async function reopenTransaction(clock: Clock, trx: Transaction, relayedId: string): Promise<void> {
  await moveTransactions(trx, {
    to: 'SUBMITTED',
    cause: 'reorganization',
    at: clock.now(),
    which: sql`relayed_id = ${relayedId}::uuid and (state = 'FAILED' or (state = 'CONFIRMED'
      and transaction_hash in (select hash from relayer_attempts where relayed_id = ${relayedId}::uuid)))`,
    set: { block_number: null, block_hash: null, reason: null, watch: null },
  })
}
