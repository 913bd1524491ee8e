import type { HeldTransaction } from '#protocol/org/approver-api.ts'
import type { Context } from '#service/context.ts'
import { databaseNow } from './database-clock.ts'
import { executableUntil } from '#service/ledger/executable-until.ts'
import { heldAnswers, selectHeld } from './held-answer.ts'
import type { Approver } from './sessions.ts'

const WAITING_MAX = 100

/**
 * `GET /approve/api/transactions`: what waits for this person, the one that ends first on top; after that what FAILED and
 * can still be executed.
 */
export async function listWaiting(
  ctx: Pick<Context, 'db' | 'chain'>,
  approver: Approver,
): Promise<HeldTransaction[]> {
  const rows = await selectHeld(ctx, approver.id)
    .where((where) =>
      where.or([
        where.and([
          where('transactions.state', '=', 'PENDING_USER_APPROVAL'),
          where('held.deadline', '>', databaseNow),
        ]),
        where(executableUntil, 'is not', null),
      ]),
    )
    .orderBy('transactions.state', 'desc')
    .orderBy('held.deadline')
    .orderBy('held.transaction_id')
    .limit(WAITING_MAX)
    .execute()
  return heldAnswers(ctx, rows)
}
