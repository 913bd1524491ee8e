import type { BffTransaction } from '#bff/db/tables.ts'
import type { ObservedState } from './move-record.ts'

/** An outcome as one source told it; `id` is the webhook's, or one of our own. */
export type Outcome = ObservedState & { id: string; transactionUuid: string; occurredAt: Date }

/** Keeps what was learnt, once for each id. News gets a place in the order in which open screens are told. */
export async function storeEvent(
  trx: BffTransaction,
  organizationId: string,
  { outcome, isNews, now }: { outcome: Outcome; isNews: boolean; now: Date },
): Promise<void> {
  await trx
    .insertInto('bff_hosted_event')
    .values({
      organization_id: organizationId,
      id: outcome.id,
      sequence: isNews ? await nextSequence(trx) : null,
      source: outcome.source,
      transaction_uuid: outcome.transactionUuid,
      status: outcome.status,
      transaction_hash: outcome.transactionHash,
      reason: outcome.reason,
      occurred_at: outcome.occurredAt,
      received_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The row lock makes commits happen in the order of the numbers: a reader never misses one that came late. */
async function nextSequence(trx: BffTransaction): Promise<number> {
  const { last } = await trx
    .updateTable('bff_hosted_sequence')
    .set((update) => ({ last: update('last', '+', 1) }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return Number(last)
}
