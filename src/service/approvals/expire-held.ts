import { sql } from 'kysely'
import type { Context } from '#service/context.ts'
import { emitTransactionEvents } from '#service/webhooks/emit-transaction-events.ts'

const BATCH_MAX = 100
const REASON = 'nobody approved it in time'

/**
 * Expires what is past its deadline by the database's clock, with its events; answers how many. What another
 * process is deciding or expiring at the moment is skipped. With `transactionId` only that one.
 */
export async function expireHeld(
  ctx: Pick<Context, 'db'>,
  which: { transactionId?: string } = {},
): Promise<number> {
  const only = which.transactionId === undefined ? sql`` : sql`and waiting.id = ${which.transactionId}::uuid`
  return ctx.db.transaction().execute(async (trx) => {
    const expired = await sql<{ id: string; updated_at: Date }>`
      update transactions set state = 'EXPIRED', reason = ${REASON}, updated_at = service_now()
      where id in (
        select waiting.id from transactions as waiting
        join held_transactions as held on held.transaction_id = waiting.id
        where waiting.state = 'PENDING_USER_APPROVAL' and held.deadline <= service_now() ${only}
        limit ${BATCH_MAX} for update of waiting skip locked)
        and state = 'PENDING_USER_APPROVAL'
      returning id, updated_at`.execute(trx)
    const [first] = expired.rows
    if (first !== undefined) {
      const ids = expired.rows.map((row) => row.id)
      await emitTransactionEvents(trx, { type: 'transaction.expired', at: first.updated_at, which: { ids } })
    }
    return expired.rows.length
  })
}
