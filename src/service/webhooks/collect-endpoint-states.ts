import { sql } from 'kysely'
import type { HasClock, HasDatabase, HasMetrics } from '#service/context-parts.ts'

/** Number of failing endpoints that the metrics name. */
const NAMED_MAX = 5

const STATES = ['well', 'failing', 'off', 'disabled'] as const
type EndpointState = (typeof STATES)[number]

/**
 * Sets the number of webhook endpoints by state before each scrape, and names the endpoints that have failed for the
 * longest time.
 */
export function collectEndpointStates({ db, clock, metrics }: HasClock & HasDatabase & HasMetrics): void {
  metrics.addCollector(async () => {
    const { rows } = await sql<{ state: EndpointState; endpoints: number }>`
      select case when not enabled and disabled_reason = 'manual' then 'off' when not enabled then 'disabled'
        when failing_since is not null then 'failing' else 'well' end as state, count(*)::integer as endpoints
      from webhook_endpoints group by 1`.execute(db)
    const counts = new Map(rows.map(({ state, endpoints }) => [state, endpoints]))
    for (const state of STATES) metrics.webhookEndpoints.set({ state }, counts.get(state) ?? 0)
    const failing = await db
      .selectFrom('webhook_endpoints')
      .select(['id', 'organization_id', 'failing_since'])
      .where('enabled', '=', true)
      .where('failing_since', 'is not', null)
      .orderBy('failing_since')
      .limit(NAMED_MAX)
      .execute()
    metrics.webhookFailingSeconds.reset()
    for (const { id, organization_id: organization, failing_since: since } of failing) {
      const ageSeconds = (clock.now().getTime() - (since ?? clock.now()).getTime()) / 1_000
      metrics.webhookFailingSeconds.set({ organization, endpoint: id }, Math.max(0, ageSeconds))
    }
  })
}
