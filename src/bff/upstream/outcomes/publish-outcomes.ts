import { LIVE_EVENT_OF_STATE } from '#protocol/org/events.ts'
import type { BffContext } from '#bff/context.ts'

const BATCH = 500

/** The newest number: earlier outcomes need no publishing. */
export async function startOfOutcomes(ctx: BffContext): Promise<number> {
  const { last } = await ctx.db.selectFrom('bff_hosted_sequence').select('last').executeTakeFirstOrThrow()
  return Number(last)
}

/**
 * Publishes to this process's listeners what any process has observed after a number; returns the newest one. A
 * service with a stream of its own delivers the same, so nothing is published.
 */
export async function publishOutcomes(ctx: BffContext, after: number): Promise<number> {
  const events = await ctx.db
    .selectFrom('bff_hosted_event as event')
    .innerJoin('bff_hosted_transaction as record', (join) =>
      join
        .onRef('record.organization_id', '=', 'event.organization_id')
        .onRef('record.transaction_uuid', '=', 'event.transaction_uuid'),
    )
    .selectAll('event')
    .select(['record.wallet_address', 'record.digest'])
    .where('event.sequence', '>', after)
    .orderBy('event.sequence')
    .limit(BATCH)
    .execute()
  for (const event of events) {
    if (ctx.live.state(event.organization_id) === 'live') continue
    ctx.live.publish(event.organization_id, {
      id: event.id,
      type: LIVE_EVENT_OF_STATE[event.status],
      timestamp: event.occurred_at.toISOString(),
      data: {
        transactionUuid: event.transaction_uuid,
        walletAddress: event.wallet_address,
        status: event.status,
        digest: event.digest,
        ...(event.transaction_hash === null ? {} : { transactionHash: event.transaction_hash }),
        ...(event.reason === null ? {} : { reason: event.reason }),
      },
    })
  }
  return Number(events.at(-1)?.sequence ?? after)
}
