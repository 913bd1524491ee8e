import type { HeldTransaction } from '#protocol/approver-api.ts'
import type { Context } from '#service/context.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { emitTransactionEvent } from '#service/ledger/move-transactions.ts'
import { databaseNow } from '#service/db/database.ts'
import { heldAnswers, selectOwnHeld } from './held-answer.ts'
import type { Approver } from './sessions.ts'
import { simulateHeld } from './simulate-held.ts'

/**
 * `GET /approve/api/transactions/{transactionUuid}`: one of this person's transactions, with what a simulation of it
 * saw while it waits. The first time is recorded, and the integrator can show their user that it was seen (profile 9).
 *
 * @throws NOT_FOUND alike for another person's transaction and for none at all
 */
export async function getHeldTransaction(
  ctx: Pick<Context, 'db' | 'chain' | 'relay'>,
  approver: Approver,
  input: { params: { transactionUuid: string } },
): Promise<HeldTransaction> {
  const { transactionUuid } = input.params
  const held = await readHeld(ctx, approver, transactionUuid)
  const waits = held.status === 'PENDING_USER_APPROVAL'
  const [simulation] = await Promise.all([
    waits ? simulateHeld(ctx, transactionUuid) : undefined,
    noteSeen(ctx, approver, transactionUuid),
  ])
  return { ...held, ...(simulation !== undefined && { simulation }) }
}

async function noteSeen(ctx: Pick<Context, 'db'>, approver: Approver, transactionUuid: string) {
  await ctx.db.transaction().execute(async (trx) => {
    const seen = await trx
      .updateTable('held_transactions')
      .set({ seen_at: databaseNow })
      .where('transaction_id', '=', transactionUuid)
      .where('approver_id', '=', approver.id)
      .where('seen_at', 'is', null)
      .returning('seen_at')
      .executeTakeFirst()
    if (seen === undefined || seen.seen_at === null) return
    await emitTransactionEvent(trx, transactionUuid, { type: 'transaction.seen', at: seen.seen_at })
  })
}

/** @throws NOT_FOUND */
export async function readHeld(
  ctx: Pick<Context, 'db' | 'chain'>,
  approver: Approver,
  transactionUuid: string,
): Promise<HeldTransaction> {
  const own = selectOwnHeld(ctx, approver).where('held.transaction_id', '=', transactionUuid)
  const [held] = await heldAnswers(ctx, await own.execute())
  if (held === undefined) throw apiError('NOT_FOUND')
  return held
}
