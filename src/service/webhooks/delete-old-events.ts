import { sql } from 'kysely'
import type { Clock } from '#server-kit/clock.ts'
import type { Database } from '#service/db/database.ts'

export const EVENT_LIFETIME_MS = 30 * 24 * 3_600_000
/** Time for which leases of ended processes are kept, in milliseconds. No attempt takes that long. */
const LEASE_KEPT_MS = 3_600_000
/** Maximum number of events per batch, each with its deliveries and attempts. */
const BATCH_MAX = 250

/**
 * Deletes events that are 30 days old, with their deliveries and attempts, except those with pending
 * deliveries. Also cancels deliveries that were scheduled while their endpoint was being disabled, and deletes leases
 * that nobody holds.
 */
export async function deleteOldEvents(ctx: { db: Database; clock: Clock }): Promise<void> {
  const oldest = new Date(ctx.clock.now().getTime() - EVENT_LIFETIME_MS)
  await sql`
    update webhook_deliveries as delivery set status = 'cancelled', due_at = null
    from webhook_endpoints as endpoint join pending_deliveries as pending on pending.endpoint_id = endpoint.id
    where not endpoint.enabled and delivery.id = pending.delivery_id and delivery.status = 'pending'`.execute(
    ctx.db,
  )
  const endedBefore = new Date(ctx.clock.now().getTime() - LEASE_KEPT_MS)
  await ctx.db.deleteFrom('webhook_leases').where('ends_at', '<', endedBefore).execute()
  for (;;) {
    const deleted = await sql`
      delete from events where id in (
        select id from events
        where occurred_at < ${oldest} and sequence is not null and not exists (
          select from webhook_deliveries where event_id = events.id and status = 'pending')
        order by occurred_at limit ${BATCH_MAX})
      returning 1`.execute(ctx.db)
    if (deleted.rows.length < BATCH_MAX) return
  }
}
