import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createJobLoop, type JobLoop } from '#server-kit/jobs/job-loop.ts'
import type {
  HasChain,
  HasClock,
  HasConfirmations,
  HasDatabase,
  HasLog,
  HasRelay,
} from '#service/context-parts.ts'
import type { Database } from '#service/db/database.ts'
import { takeLease } from '#service/db/leases.ts'
import { emitEvent } from '#service/webhooks/emit-event.ts'
import { alertKinds, type KindRow } from './alert-kinds.ts'
import type { Finding } from './tables.ts'

const POLL_MS = 60_000
const LEASE_MS = 90_000

/** Evaluates every kind of alert each minute. Only one process does so at a time. */
export function createAlertJob(
  ctx: HasChain & HasClock & HasDatabase & HasLog & HasRelay & HasConfirmations,
): JobLoop {
  const lease = { name: 'alerts', owner: randomUUID(), ttlMs: LEASE_MS }
  const kinds = alertKinds(ctx)
  return createJobLoop({
    round: async () => {
      if (await takeLease(ctx.db, lease)) await evaluateAlerts(ctx, kinds)
    },
    pollMs: POLL_MS,
    log: ctx.log,
    complaint: 'alerts could not be evaluated; trying again',
  })
}

/** Evaluates all kinds once. A kind that cannot be evaluated keeps its state. */
export async function evaluateAlerts(
  ctx: HasClock & HasDatabase & HasLog,
  kinds: readonly KindRow[],
): Promise<void> {
  for (const row of kinds) {
    const now = ctx.clock.now()
    try {
      const findings = await row.lookAt(now)
      if (findings !== undefined) await storeAlerts(ctx.db, row, findings, now)
    } catch (error) {
      ctx.log.warn({ err: error, kind: row.kind }, 'a kind of alert could not be looked at; trying again')
    }
  }
}

type Changed = Finding & { type: 'alert.raised' | 'alert.cleared' }

/**
 * Raises an alert for each new finding, and clears raised alerts that were not found for `quietMs`. Each change
 * emits an event. Two concurrent processes raise an alert only once, because each alert has only one row.
 */
async function storeAlerts(db: Database, { kind, quietMs }: KindRow, found: readonly Finding[], now: Date) {
  const quietSince = new Date(now.getTime() - quietMs)
  await db.transaction().execute(async (trx) => {
    const changed = await sql<Changed>`
      with found as (
        select * from json_to_recordset(${JSON.stringify(found)}::json)
          as one ("organizationId" uuid, subject text, name text) order by 1, 2),
      raised as (
        insert into alerts (organization_id, kind, subject, name, raised_at, seen_at)
        select "organizationId", ${kind}::text, subject, name, ${now}::timestamptz, ${now}::timestamptz from found
        on conflict (organization_id, kind, subject) do update set id = excluded.id, name = excluded.name,
          raised_at = excluded.raised_at, seen_at = excluded.seen_at, cleared_at = null
        where alerts.cleared_at is not null
        returning organization_id, subject, name),
      seen as (
        update alerts set seen_at = ${now}, name = found.name from found
        where organization_id = "organizationId" and kind = ${kind} and alerts.subject = found.subject
          and cleared_at is null),
      cleared as (
        update alerts set cleared_at = ${now}
        where kind = ${kind} and cleared_at is null and seen_at <= ${quietSince}
          and (organization_id, subject) not in (select "organizationId", subject from found)
        returning organization_id, subject, name)
      select 'alert.raised' as type, organization_id as "organizationId", subject, name from raised
      union all select 'alert.cleared', organization_id, subject, name from cleared`.execute(trx)
    for (const { organizationId, type, ...about } of changed.rows)
      await emitEvent(trx, { organizationId, type, at: now, data: { kind, ...about } })
  })
}
