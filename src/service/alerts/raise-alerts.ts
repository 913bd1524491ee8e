import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { AlertKind } from '#protocol/alerts.ts'
import { createJobLoop, type JobLoop } from '#server-kit/jobs/job-loop.ts'
import type {
  HasChain,
  HasClock,
  HasConfirmations,
  HasDatabase,
  HasLog,
  HasRelay,
} from '#service/context-parts.ts'
import type { Database, Transaction } from '#service/db/database.ts'
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

/**
 * Raises an alert for each new finding, and clears raised alerts that were not found for `quietMs`. Each change
 * emits an event.
 */
async function storeAlerts(db: Database, { kind, quietMs }: KindRow, found: readonly Finding[], now: Date) {
  const quietSince = new Date(now.getTime() - quietMs)
  await db.transaction().execute(async (trx) => {
    await raiseAlerts(trx, kind, found, now)
    const cleared = await sql<Finding>`
      with found as (${selectFindings(found)}),
      seen as (
        update alerts set seen_at = ${now}, name = found.name from found
        where organization_id = "organizationId" and kind = ${kind} and alerts.subject = found.subject
          and cleared_at is null)
      update alerts set cleared_at = ${now}
      where kind = ${kind} and cleared_at is null and seen_at <= ${quietSince}
        and (organization_id, subject) not in (select "organizationId", subject from found)
      returning organization_id as "organizationId", subject, name`.execute(trx)
    for (const { organizationId, ...about } of cleared.rows)
      await emitEvent(trx, { organizationId, type: 'alert.cleared', at: now, data: { kind, ...about } })
  })
}

/**
 * Raises an alert for each finding that has none, and emits its event. Two concurrent processes raise an alert only
 * once, because each alert has only one row.
 */
export async function raiseAlerts(
  trx: Transaction,
  kind: AlertKind,
  found: readonly Finding[],
  now: Date,
): Promise<void> {
  const raised = await sql<Finding>`
    insert into alerts (organization_id, kind, subject, name, raised_at, seen_at)
    select "organizationId", ${kind}::text, subject, name, ${now}::timestamptz, ${now}::timestamptz
    from (${selectFindings(found)}) found
    on conflict (organization_id, kind, subject) do update set id = excluded.id, name = excluded.name,
      raised_at = excluded.raised_at, seen_at = excluded.seen_at, cleared_at = null
    where alerts.cleared_at is not null
    returning organization_id as "organizationId", subject, name`.execute(trx)
  for (const { organizationId, ...about } of raised.rows)
    await emitEvent(trx, { organizationId, type: 'alert.raised', at: now, data: { kind, ...about } })
}

function selectFindings(found: readonly Finding[]): RawBuilder<Finding> {
  return sql`select * from json_to_recordset(${JSON.stringify(found)}::json)
    as one ("organizationId" uuid, subject text, name text) order by 1, 2`
}
