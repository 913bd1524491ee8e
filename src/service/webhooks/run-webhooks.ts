import { sql } from 'kysely'
import { LIVE_EVENT_TYPES } from '#protocol/events.ts'
import { createJobLoop, joinLoops, type JobLoop, type Jobs } from '#server-kit/jobs/job-loop.ts'
import type {
  HasClock,
  HasDatabase,
  HasLog,
  HasMetrics,
  HasNotifications,
  HasSandboxFlag,
  HasSecretKeys,
} from '#service/context-parts.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import { notification } from '#service/db/notifications.ts'
import { collectEndpointStates } from './collect-endpoint-states.ts'
import { createDeliveryWorker, type WorkerOptions } from './delivery-worker.ts'
import { lockLastSequence } from './last-sequence.ts'

/** Poll interval in milliseconds, for events that no notification reports. */
const POLL_MS = 5_000
/** Minimum milliseconds between rounds. One round numbers the events of all commits in this time. */
const PACE_MS = 40
/** Minimum milliseconds between rounds while another process numbers events. */
const FOLLOW_PACE_MS = 200
const BATCH_MAX = 500

/** The part of a process that numbers events and delivers them. Any number of processes may run it. */
export function createWebhooks(
  parts: HasClock & HasDatabase & HasLog & HasMetrics & HasNotifications & HasSandboxFlag & HasSecretKeys,
  options: WorkerOptions = {},
): Jobs {
  const { notifications } = parts
  const worker = createDeliveryWorker(parts, options)
  // This process delivers the events that it has numbered, so only its own worker is woken. If this process ends or
  // is overloaded, the other processes deliver its events, because they poll each second.
  const sequencer = createSequencer(parts, worker.wake)
  observeWebhooks(parts)
  return joinLoops([sequencer, worker], async () => [
    await notifications.listen('outbox', sequencer.wake),
    await notifications.listen('deliveries', worker.wake),
  ])
}

/** Numbers events, or watches the process that does, and takes over if that process leaves events unnumbered. */
function createSequencer(
  { db, clock, log, metrics }: HasClock & HasDatabase & HasLog & HasMetrics,
  onNumbered: () => void,
): JobLoop {
  /** The newest unnumbered event at the last check, while another process numbers the events. Otherwise undefined. */
  let followed: bigint | undefined

  async function round(): Promise<boolean> {
    for (;;) {
      const waiting = await waitingEvents(db)
      if (waiting === undefined) return false
      const isLeft = followed === undefined || waiting.oldest <= followed
      const numbered = isLeft ? await numberEvents(db, clock.now(), 'skip') : undefined
      followed = numbered === undefined ? waiting.newest : undefined
      if (numbered === undefined) return true
      for (const { type, count } of numbered) metrics.events.inc({ type }, count)
      if (numbered.length > 0) onNumbered()
      // A full batch means that there are more events, which are numbered immediately.
      if (numbered.reduce((all, { count }) => all + count, 0) < BATCH_MAX) return true
    }
  }
  return createJobLoop({
    round,
    pollMs: POLL_MS,
    paceMs: () => (followed === undefined ? PACE_MS : FOLLOW_PACE_MS),
    log,
    complaint: 'events could not be numbered',
  })
}

/** The positions of the first and the last event without a sequence. */
async function waitingEvents(db: Database): Promise<{ oldest: bigint; newest: bigint } | undefined> {
  const { rows } = await sql<{ oldest: string | null; newest: string | null }>`
    select min(position)::text as oldest, max(position)::text as newest from events where sequence is null`.execute(
    db,
  )
  const { oldest = null, newest = null } = rows[0] ?? {}
  return oldest === null || newest === null ? undefined : { oldest: BigInt(oldest), newest: BigInt(newest) }
}

/**
 * For each scrape, reads the number of undelivered events and the age of the oldest. `offset 0` makes Postgres read
 * only the few events without a sequence. Otherwise it would read all events, from the oldest, until it finds one
 * without a sequence.
 */
function observeWebhooks({ db, clock, metrics }: HasClock & HasDatabase & HasMetrics): void {
  metrics.addCollector(async () => {
    const found = await sql<{ undelivered: number; oldest: Date | null }>`
      select count(*)::integer as undelivered, least(min(pending.pending_since),
        (select min(occurred_at) from (select occurred_at from events where sequence is null offset 0) as waiting)) as oldest
      from pending_deliveries as pending join webhook_endpoints as endpoint on endpoint.id = pending.endpoint_id
      where endpoint.enabled`.execute(db)
    const { undelivered = 0, oldest = null } = found.rows[0] ?? {}
    const ageSeconds = oldest === null ? 0 : (clock.now().getTime() - oldest.getTime()) / 1_000
    metrics.webhookUndelivered.set(undelivered)
    metrics.webhookOldestUndelivered.set(Math.max(0, ageSeconds))
  })
  collectEndpointStates({ db, clock, metrics })
}

/** Number of events of one organization and type that got their sequence. */
type NumberedEvents = { type: string; count: number }

/**
 * Gives committed events their sequence, schedules their deliveries, and notifies every process. Returns the numbers
 * of events by organization and type, at most 500 events in total.
 *
 * Events get their sequence after the commit, and only one process assigns sequences at a time. A sequence that is
 * assigned inside the writing transaction could become visible after a higher one. A reader that continues from the
 * highest sequence that it has seen would then miss it.
 */
export async function sequenceEvents(db: Database, now: Date): Promise<NumberedEvents[]> {
  return ((await waitingEvents(db)) && (await numberEvents(db, now, 'wait'))) ?? []
}

/** Numbers events. With `skip`, returns undefined if another process is doing so. */
function numberEvents(db: Database, now: Date, lock: 'wait' | 'skip') {
  return db.transaction().execute(async (trx) => {
    const last = await lockLastSequence(trx, lock)
    return last === undefined ? undefined : sequenceBatch(trx, last, now)
  })
}

async function sequenceBatch(trx: Transaction, last: string, now: Date): Promise<NumberedEvents[]> {
  const sequenced = await sql<NumberedEvents>`
    with waiting as (
      select id, organization_id, type, endpoint_id, occurred_at, position from events
      where sequence is null order by position limit ${BATCH_MAX}),
    batch as (select waiting.*, row_number() over (order by position) as rank from waiting),
    numbered as (
      update events set sequence = ${last}::bigint + batch.rank from batch where events.id = batch.id),
    counted as (
      update event_counter set last_sequence = ${last}::bigint + (select count(*) from batch)),
    receivers as (
      select id, organization_id, types from webhook_endpoints
      where enabled and organization_id in (select organization_id from batch) for key share),
    scheduled as (
      insert into webhook_deliveries (organization_id, endpoint_id, event_id, type, status, due_at, pending_since, created_at)
      select batch.organization_id, receivers.id, batch.id, batch.type, 'pending', ${now}, batch.occurred_at, ${now}
      from batch join receivers on receivers.organization_id = batch.organization_id
        and (batch.endpoint_id = receivers.id
          or (batch.endpoint_id is null and batch.type <> all(${LIVE_EVENT_TYPES}::text[])
            and (receivers.types is null or batch.type = any(receivers.types))))
      on conflict (event_id, endpoint_id) do nothing)
    select type, count(*)::integer as count, ${notification('events', sql`organization_id::text`)}
    from batch group by organization_id, type`.execute(trx)
  return sequenced.rows
}
