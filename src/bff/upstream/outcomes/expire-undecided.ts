import { randomUUID } from 'node:crypto'
import type { BffContext } from '#bff/context.ts'
import { applyOutcome } from './apply-outcome.ts'
import { recordContact } from './hosted-upstream-row.ts'

/** A decision of the last second is sent, and again after five seconds, before it is concluded. */
export const CONCLUDE_AFTER_MS = 10_000
const BATCH = 100

/**
 * Ends what was not decided in time as far as is known here, by this BFF's clock. A later answer of the service
 * replaces it.
 */
export async function expireUndecided(ctx: BffContext): Promise<void> {
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
