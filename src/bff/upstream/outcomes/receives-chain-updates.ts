import type { BffContext } from '#bff/context.ts'

/**
 * Whether this BFF can learn what the chain did with an approved transaction: the service answers when it is asked, or
 * its webhooks have ever told of more than decisions.
 */
export async function receivesChainUpdates(ctx: BffContext, organizationId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('bff_hosted_upstream')
    .select(['polling_heard_at', 'polling_lacks_at'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  const { polling_heard_at: heard = null, polling_lacks_at: lacks = null } = row ?? {}
  if (lacks === null || (heard !== null && heard > lacks)) return true
  const told = await ctx.db
    .selectFrom('bff_hosted_event')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('source', '=', 'webhook')
    .where('status', 'in', ['SUBMITTED', 'CONFIRMED', 'FAILED'])
    .limit(1)
    .executeTakeFirst()
  return told !== undefined
}
