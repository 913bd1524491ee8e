import type { Selectable } from 'kysely'
import type { BffContext } from '#bff/context.ts'
import type { BffTransaction } from '#bff/db/tables.ts'
import type { OutcomeSource } from '#protocol/hosted-upstream.ts'
import { canBecome, isFinal, type TransactionState } from '#protocol/transaction-states.ts'
import type { OutcomeTables } from './tables.ts'

/**
 * Moves the record of a transaction to an outcome and stores the event, in one database transaction. A repeated
 * outcome moves nothing. A webhook's outcome of an unknown transaction is stored too: it may be faster than the
 * answer of execute.
 */
export async function applyOutcome(ctx: BffContext, organizationId: string, outcome: Outcome): Promise<void> {
  const now = ctx.clock.now()
  const moved = await ctx.db.transaction().execute(async (trx) => {
    const record = await lockRecord(trx, organizationId, outcome.transactionUuid)
    const next = record && (await moveRecord(trx, record, outcome, now))
    if (next === undefined && outcome.source !== 'webhook') return undefined
    await storeEvent(trx, organizationId, { outcome, isNews: next !== undefined, now })
    return next
  })
  if (moved === undefined) return
  const { transactionUuid, status, source } = outcome
  ctx.log.info({ event: 'hosted_outcome', transactionUuid, status, source })
  ctx.outcomes.wake()
}

/** The record, locked until the transaction's end, so that moves are decided one at a time. */
async function lockRecord(
  trx: BffTransaction,
  organizationId: string,
  transactionUuid: string,
): Promise<RecordRow | undefined> {
  return trx
    .selectFrom('bff_hosted_transaction')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('transaction_uuid', '=', transactionUuid)
    .forUpdate()
    .executeTakeFirst()
}

export type RecordRow = Selectable<OutcomeTables['bff_hosted_transaction']>

/** A newly known state, and its source. */
type ObservedState = {
  status: TransactionState
  source: OutcomeSource
  transactionHash: string | null
  reason: string | null
}

/**
 * Moves a locked record to the observed state, unless it has it already. A state from the service is only followed by
 * one that can come after it, in any order of arrival; a state concluded by our own clock yields to any answer of the
 * service. Returns the record as it is now, or undefined when nothing moved.
 */
export async function moveRecord(
  trx: BffTransaction,
  record: RecordRow,
  observed: ObservedState,
  now: Date,
): Promise<RecordRow | undefined> {
  if (!addsTo(record, observed)) return undefined
  const moved = {
    status: observed.status,
    transaction_hash: observed.transactionHash ?? record.transaction_hash,
    reason: observed.reason,
    learnt_from: observed.source,
    learnt_at: now,
    // A new state is polled again soon; one that only our clock concluded may still be contradicted.
    looks: 0,
    next_look_at: isFinal(observed.status) && observed.source !== 'clock' ? null : record.next_look_at,
  }
  await trx
    .updateTable('bff_hosted_transaction')
    .set(moved)
    .where('organization_id', '=', record.organization_id)
    .where('transaction_uuid', '=', record.transaction_uuid)
    .execute()
  return { ...record, ...moved }
}

function addsTo(record: RecordRow, observed: ObservedState): boolean {
  const isConcluded = record.learnt_from === 'clock'
  if (record.status === observed.status) return isConcluded || hasNewHash(record, observed)
  return canBecome(record.status, observed.status) || (isConcluded && observed.source !== 'clock')
}

function hasNewHash(record: RecordRow, { transactionHash }: ObservedState): boolean {
  return transactionHash !== null && transactionHash !== record.transaction_hash
}

/** An outcome as one source reported it; `id` is the webhook's, or one of our own. */
export type Outcome = ObservedState & { id: string; transactionUuid: string; occurredAt: Date }

/** Stores an outcome, once for each id. A new one gets a number in the order of delivery to open screens. */
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

/** The row lock makes commits happen in the order of the numbers: a reader never misses a late one. */
async function nextSequence(trx: BffTransaction): Promise<number> {
  const { last } = await trx
    .updateTable('bff_hosted_sequence')
    .set((update) => ({ last: update('last', '+', 1) }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return Number(last)
}
