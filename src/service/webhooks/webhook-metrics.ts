import { sql } from 'kysely'
import type { Context } from '#service/context.ts'

/** Reads, for each scrape, how much is undelivered and how old the oldest of it is. */
export function observeWebhooks({ db, clock, metrics }: Pick<Context, 'db' | 'clock' | 'metrics'>): void {
  metrics.addCollector(async () => {
    const found = await sql<{ undelivered: number; oldest: Date | null }>`
      select count(*)::integer as undelivered, least(min(delivery.pending_since),
        (select min(occurred_at) from events where sequence is null)) as oldest
      from webhook_deliveries as delivery join webhook_endpoints as endpoint on endpoint.id = delivery.endpoint_id
      where delivery.status = 'pending' and endpoint.enabled`.execute(db)
    const { undelivered = 0, oldest = null } = found.rows[0] ?? {}
    const ageSeconds = oldest === null ? 0 : (clock.now().getTime() - oldest.getTime()) / 1_000
    metrics.webhookUndelivered.set(undelivered)
    metrics.webhookOldestUndelivered.set(Math.max(0, ageSeconds))
  })
}
