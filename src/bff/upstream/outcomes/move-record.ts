import type { Selectable } from 'kysely'
import type { OutcomeSource } from '#protocol/org/hosted-upstream.ts'
import { canBecome, isFinal, type TransactionState } from '#protocol/org/transaction-states.ts'
import type { BffTransaction } from '#bff/db/tables.ts'
import type { OutcomeTables } from './tables.ts'

export type RecordRow = Selectable<OutcomeTables['bff_hosted_transaction']>

/** A state that became known, and how. */
export type ObservedState = {
  status: TransactionState
  source: OutcomeSource
  transactionHash: string | null
  reason: string | null
}

/**
 * Moves a record, which is locked, to what was learnt, unless it says as much already. What the service says is only
 * ever followed by what can come after it, in whatever order it arrives; what our own clock concluded gives way to
 * anything the service says. Answers the record as it is now, or undefined when nothing moved.
 */
export async function moveRecord(
  trx: BffTransaction,
  record: RecordRow,
  learnt: ObservedState,
  now: Date,
): Promise<RecordRow | undefined> {
  if (!addsTo(record, learnt)) return undefined
  const moved = {
    status: learnt.status,
    transaction_hash: learnt.transactionHash ?? record.transaction_hash,
    reason: learnt.reason,
    learnt_from: learnt.source,
    learnt_at: now,
    // A new state is asked after soon again; an end that only our clock knows may still be contradicted.
    looks: 0,
    next_look_at: isFinal(learnt.status) && learnt.source !== 'clock' ? null : record.next_look_at,
  }
  await trx
    .updateTable('bff_hosted_transaction')
    .set(moved)
    .where('organization_id', '=', record.organization_id)
    .where('transaction_uuid', '=', record.transaction_uuid)
    .execute()
  return { ...record, ...moved }
}

function addsTo(record: RecordRow, learnt: ObservedState): boolean {
  const isConcluded = record.learnt_from === 'clock'
  if (record.status === learnt.status) return isConcluded || hasNewHash(record, learnt)
  return canBecome(record.status, learnt.status) || (isConcluded && learnt.source !== 'clock')
}

function hasNewHash(record: RecordRow, { transactionHash }: ObservedState): boolean {
  return transactionHash !== null && transactionHash !== record.transaction_hash
}
