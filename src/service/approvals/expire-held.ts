import { sql } from 'kysely'
import type { Context } from '#service/context.ts'
import { moveTransactions } from '#service/ledger/move-transactions.ts'
import { databaseNow } from './database-clock.ts'

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
  const expired = await moveTransactions(ctx.db, {
    to: 'EXPIRED',
    at: databaseNow,
    which: sql`id in (
      select waiting.id from transactions as waiting
      join held_transactions as held on held.transaction_id = waiting.id
      where waiting.state = 'PENDING_USER_APPROVAL' and held.deadline <= service_now() ${only}
      limit ${BATCH_MAX} for update of waiting skip locked)`,
    set: { reason: REASON },
  })
  return expired.length
}
