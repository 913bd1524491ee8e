import type { BffContext } from '#bff/context.ts'
import { createJobLoop } from '#server-kit/jobs/job-loop.ts'
import { expireUndecided } from './expire-undecided.ts'
import { pollOpenTransactions } from './poll-open-transactions.ts'
import { publishOutcomes, startOfOutcomes } from './publish-outcomes.ts'

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
export async function forgetOldEvents(ctx: BffContext): Promise<void> {
  await ctx.db
    .deleteFrom('bff_hosted_event')
    .where('received_at', '<', new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000))
    .execute()
}
