import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createJobLoop, jobsOf, type Jobs } from '#server-kit/jobs/job-loop.ts'
import type { Context } from '#service/context.ts'
import { takeLease, type Lease } from '#service/db/leases.ts'
import { emitEvent } from '#service/webhooks/emit-event.ts'
import { alertKinds, type Finding, type KindRow } from './alert-kinds.ts'

const POLL_MS = 60_000
const LEASE_MS = 90_000

/** Looks for every kind of alert each minute, in one process of all. */
export function createAlertJobs(ctx: Context): Jobs {
  const lease: Lease = { name: 'alerts', owner: randomUUID(), ttlMs: LEASE_MS }
  const kinds = alertKinds(ctx)
  const loop = createJobLoop({
    round: async () => (await takeLease(ctx.db, lease)) && (await evaluateAlerts(ctx, kinds)),
    pollMs: POLL_MS,
    log: ctx.log,
    complaint: 'alerts could not be evaluated; trying again',
  })
  return jobsOf([loop], async () => [])
}

/** One round. A kind that cannot be looked at stays as it is. Answers whether there is more to look at now. */
export async function evaluateAlerts(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  kinds: readonly KindRow[],
): Promise<boolean> {
  let hasMore = false
  for (const row of kinds) {
    const now = ctx.clock.now()
    try {
      const found = await row.lookAt(now)
      if (found === undefined) continue
      await storeAlerts(ctx, row, found.findings, now)
      hasMore = (await found.done?.()) === true || hasMore
    } catch (error) {
      ctx.log.warn({ err: error, kind: row.kind }, 'a kind of alert could not be looked at; trying again')
    }
  }
  return hasMore
}

/**
 * Raises what is found and was not raised, clears what is raised and was not found for `quietMs`, and stores an event
 * for each in the same transaction. The rows decide, so two processes at once raise an alert once.
 */
async function storeAlerts(
  { db }: Pick<Context, 'db'>,
  { kind, quietMs }: KindRow,
  findings: readonly Finding[],
  now: Date,
): Promise<void> {
  const found = sql`json_to_recordset(${JSON.stringify(findings)}::json)
    as found ("organizationId" uuid, subject text, name text)`
  const quietSince = new Date(now.getTime() - quietMs)
  const changed = sql`organization_id as "organizationId", subject, name`
  await db.transaction().execute(async (trx) => {
    const raised = await sql<Finding>`
      insert into alerts (organization_id, kind, subject, name, raised_at, seen_at)
      select "organizationId", ${kind}::text, subject, name, ${now}::timestamptz, ${now}::timestamptz from ${found} order by 1, 3
      on conflict (organization_id, kind, subject) do update
      set id = excluded.id, name = excluded.name, raised_at = excluded.raised_at, cleared_at = null
      where alerts.cleared_at is not null
      returning ${changed}`.execute(trx)
    await sql`
      update alerts set seen_at = ${now}, name = found.name from ${found}
      where organization_id = "organizationId" and kind = ${kind} and alerts.subject = found.subject`.execute(
      trx,
    )
    const cleared = await sql<Finding>`
      update alerts set cleared_at = ${now}
      where kind = ${kind} and cleared_at is null and seen_at <= ${quietSince}
        and (organization_id, subject) not in (select "organizationId", subject from ${found})
      returning ${changed}`.execute(trx)
    for (const [type, rows] of [
      ['alert.raised', raised.rows],
      ['alert.cleared', cleared.rows],
    ] as const)
      for (const { organizationId, ...about } of rows)
        await emitEvent(trx, { organizationId, type, at: now, data: { kind, ...about } })
  })
}
