import type { TransactionTimeline } from '#protocol/org/organization-transactions.ts'
import { readHeldNews } from '#service/approvals/read-held-news.ts'
import { simulateHeld } from '#service/approvals/simulate-held.ts'
import type { Caller, Context } from '#service/context.ts'
import { transactionDeliveries } from '#service/webhooks/delivery-answer.ts'
import { readOwnTransaction } from './get-transaction.ts'
import { organizationTransaction } from './organization-transaction-answer.ts'
import { readOnChain } from './read-on-chain.ts'
import { timelineSteps } from './timeline-steps.ts'
import type { TransactionRow } from '#service/ledger/transaction-answer.ts'

/**
 * `GET /v1/org/transactions/{transactionUuid}/timeline`: how a transaction came to its status, the webhook
 * deliveries of its events, and, while it waits, how far its end-user was told and what a simulation saw.
 *
 * @throws NOT_FOUND alike for another organization's transaction and for none at all
 */
export async function getTransactionTimeline(
  ctx: Context,
  caller: Caller,
  input: { params: { transactionUuid: string } },
): Promise<TransactionTimeline> {
  const { organizationId } = caller
  const row = await readOwnTransaction(ctx, caller, input.params.transactionUuid)
  const news = await readHeldNews(ctx, row.id)
  const transaction = await organizationTransaction(ctx, organizationId, row)
  const steps = timelineSteps({
    state: row.state,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    heldAt: news?.heldAt ?? null,
    notifiedAt: row.notified_at,
    remindedAt: news?.remindedAt ?? [],
    seenAt: row.seen_at,
    decidedAt: row.decided_at,
    approved: row.approved,
    reported: row.reported === true,
    sentAt: await readSentAt(ctx, row),
  })
  const isWaiting = row.state === 'PENDING_USER_APPROVAL'
  const [onChain, simulation] = await Promise.all([
    readOnChain(ctx, row),
    isWaiting ? simulateHeld(ctx, row.id) : undefined,
  ])
  return {
    transaction,
    ...(onChain !== undefined && { onChain }),
    steps,
    ...(isWaiting && news !== undefined ? { notification: news.notification } : {}),
    ...(simulation !== undefined && { simulation }),
    deliveries: await transactionDeliveries(ctx.db, organizationId, row.id),
  }
}

async function readSentAt(ctx: Pick<Context, 'db'>, row: TransactionRow): Promise<Date | null> {
  if (row.relayed_id === null) return null
  const relayed = await ctx.db
    .selectFrom('relayed_transactions')
    .select('created_at')
    .where('id', '=', row.relayed_id)
    .executeTakeFirst()
  return relayed?.created_at ?? null
}
