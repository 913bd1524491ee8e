import type { Context } from '#service/context.ts'
import { databaseNow } from './database-clock.ts'

/** Notes that the end-user was told of a transaction; the first time, by mail or by push, counts. */
export async function noteNotified(ctx: Pick<Context, 'db'>, transactionId: string): Promise<void> {
  await ctx.db
    .updateTable('held_transactions')
    .set({ notified_at: databaseNow })
    .where('transaction_id', '=', transactionId)
    .where('notified_at', 'is', null)
    .execute()
}
