import type { BffContext } from '#bff/context.ts'
import { loggableError } from '#server-kit/http/error-reply.ts'
import { expireUnheard } from './expire-unheard.ts'
import { forgetOldEvents } from './forget-old-events.ts'
import { pollOpenTransactions } from './poll-open-transactions.ts'
import { publishOutcomes, startOfOutcomes } from './publish-outcomes.ts'

const TICK_MS = 1_000
const FORGET_EVERY_TICKS = 3_600

/**
 * Follows the held transactions at a hosted service until it is stopped: tells open screens what was learnt by any
 * process, asks the service, and concludes what nobody was heard to decide. Where the service is embedded there is
 * nothing to follow.
 */
export function followOutcomes(ctx: BffContext): { stop: () => Promise<void> } {
  if (!ctx.settings.hostedUpstream) return { stop: () => Promise.resolve() }
  const ending = new AbortController()
  const running = run(ctx, ending.signal)
  return {
    stop: () => {
      ending.abort()
      return running
    },
  }
}

async function run(ctx: BffContext, signal: AbortSignal): Promise<void> {
  let told: number | undefined
  for (let ticks = 0; !signal.aborted; ticks += 1) {
    try {
      told ??= await startOfOutcomes(ctx)
      told = await publishOutcomes(ctx, told)
      await pollOpenTransactions(ctx)
      await expireUnheard(ctx)
      if (ticks % FORGET_EVERY_TICKS === 0) await forgetOldEvents(ctx)
      told = await publishOutcomes(ctx, told)
    } catch (error) {
      ctx.log.error({ event: 'outcomes_not_followed', err: loggableError(error) })
    }
    await ctx.outcomes.next(TICK_MS, signal)
  }
}
