import type { HasDatabase } from '#service/context-parts.ts'
import { databaseNow } from '#service/db/database.ts'
import { emitTransactionEvent } from '#service/ledger/move-transactions.ts'
import { isAsked } from './asked-approvers.ts'
import type { Approver } from './sessions.ts'

/** Records the first time at which a person who is asked opened a held transaction. */
export async function noteSeen(ctx: HasDatabase, approver: Approver, transactionUuid: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const seen = await trx
      .updateTable('held_transactions as held')
      .set({ seen_at: databaseNow })
      .where('transaction_id', '=', transactionUuid)
      .where(isAsked('transaction', approver.id))
      .where('seen_at', 'is', null)
      .returning('seen_at')
      .executeTakeFirst()
    if (seen === undefined || seen.seen_at === null) return
    await emitTransactionEvent(trx, transactionUuid, { type: 'transaction.seen', at: seen.seen_at })
  })
}
