import type { BffContext } from '#bff/context.ts'
import type { BffTransaction } from '#bff/db/tables.ts'
import { moveRecord, type RecordRow } from './move-record.ts'
import { storeEvent, type Outcome } from './store-event.ts'

/**
 * Moves the record of a transaction to an outcome and keeps the event, in one database transaction. Told again it
 * moves nothing. A webhook's outcome of a transaction that is not known here is kept too: it may be faster than the
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

/** The record, locked until the transaction's end: whoever moves it decides by what is there. */
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
