import type { Clock } from '#service/context.ts'
import type { Transaction } from '#service/db/database.ts'

/**
 * The chain took the block of an execution back: it counts as submitted again, and its outcome will be told a
 * second time. No move of the states' table, because it does not go on from an outcome but unsays it.
 */
export async function reopenTransaction(clock: Clock, trx: Transaction, relayedId: string): Promise<void> {
  await trx
    .updateTable('transactions')
    .set({ state: 'SUBMITTED', block_number: null, reason: null, updated_at: clock.now() })
    .where('relayed_id', '=', relayedId)
    .where('state', 'in', ['CONFIRMED', 'FAILED'])
    .execute()
}
