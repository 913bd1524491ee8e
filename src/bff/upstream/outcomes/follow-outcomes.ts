import type { BffContext } from '#bff/context.ts'
import type { OutcomeFeed } from '#bff/ports.ts'
import { createJobLoop } from '#server-kit/jobs/job-loop.ts'
import { expireUndecided } from './expire-undecided.ts'
import { pollOpenTransactions } from './poll-open-transactions.ts'
import { LIVE_EVENT_OF_STATE } from '#protocol/events.ts'

const TICK_MS = 1_000
const FORGET_EVERY_TICKS = 3_600

/**
 * Follows the held transactions at a hosted service until it is stopped: publishes outcomes observed by any process
 * to open screens, polls the service, and ends what was not decided in time. Does nothing for an embedded service.
 */
export function followOutcomes(ctx: BffContext): { stop: () => Promise<void> } {
  if (!ctx.settings.hostedUpstream) return { stop: () => Promise.resolve() }
  let published: number | undefined
  let ticks = 0
  const loop = createJobLoop({
    round: async () => {
      published ??= await startOfOutcomes(ctx)
      published = await publishOutcomes(ctx, published)
      await pollOpenTransactions(ctx)
      await expireUndecided(ctx)
      if (ticks++ % FORGET_EVERY_TICKS === 0) await forgetOldEvents(ctx)
      published = await publishOutcomes(ctx, published)
    },
    pollMs: TICK_MS,
    log: ctx.log,
    complaint: 'the outcomes at the hosted service could not be followed; trying again',
  })
  const end = ctx.outcomes.onWake(loop.wake)
  loop.start()
  return {
    stop: () => {
      end()
      return loop.stop()
    },
  }
}

const KEPT_DAYS = 30

/** A webhook is repeated for days at most; the transactions themselves stay. */
async function forgetOldEvents(ctx: BffContext): Promise<void> {
  await ctx.db
    .deleteFrom('bff_hosted_event')
    .where('received_at', '<', new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000))
    .execute()
}

const BATCH = 500

/** The newest number: earlier outcomes need no publishing. */
async function startOfOutcomes(ctx: BffContext): Promise<number> {
  const { last } = await ctx.db.selectFrom('bff_hosted_sequence').select('last').executeTakeFirstOrThrow()
  return Number(last)
}

/**
 * Publishes to this process's listeners what any process has observed after a number; returns the newest one. A
 * service with a stream of its own delivers the same, so nothing is published.
 */
async function publishOutcomes(ctx: BffContext, after: number): Promise<number> {
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

export function createOutcomeFeed(): OutcomeFeed {
  const followers = new Set<() => void>()
  return {
    refusals: new Map(),
    wake: () => followers.forEach((follow) => follow()),
    onWake: (follow) => {
      followers.add(follow)
      return () => void followers.delete(follow)
    },
  }
}
