import type { BffContext } from '#bff/context.ts'

const KEPT_DAYS = 30

/** A webhook comes again for days at most; the transactions themselves are kept. */
export async function forgetOldEvents(ctx: BffContext): Promise<void> {
  await ctx.db
    .deleteFrom('bff_hosted_event')
    .where('received_at', '<', new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000))
    .execute()
}
