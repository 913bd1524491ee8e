import { randomUUID } from 'node:crypto'
import type { BffContext } from '#bff/context.ts'
import { applyOutcome } from './apply-outcome.ts'
import { recordContact } from './hosted-upstream-row.ts'

/** A decision of the last second is told, and told again after five seconds, before anything is concluded. */
export const CONCLUDE_AFTER_MS = 10_000
const BATCH = 100

/**
 * Ends what nobody was heard to decide in time, by this BFF's clock. The service's own word takes its place whenever
 * it comes.
 */
export async function expireUnheard(ctx: BffContext): Promise<void> {
  const now = ctx.clock.now()
  const due = await ctx.db
    .selectFrom('bff_hosted_transaction')
    .select(['organization_id', 'transaction_uuid', 'deadline'])
    .where('status', '=', 'PENDING_USER_APPROVAL')
    .where('deadline', '<=', new Date(now.getTime() - CONCLUDE_AFTER_MS))
    .orderBy('deadline')
    .limit(BATCH)
    .execute()
  for (const { organization_id: organizationId, transaction_uuid: transactionUuid, deadline } of due) {
    await applyOutcome(ctx, organizationId, {
      id: `clock_${randomUUID()}`,
      source: 'clock',
      transactionUuid,
      status: 'EXPIRED',
      occurredAt: deadline,
      transactionHash: null,
      reason: null,
    })
    await recordContact(ctx, organizationId, 'clock_used_at')
  }
}
