import type { Context } from '#service/context.ts'
import { createDeliveryWorker, type WorkerOptions, type WorkerParts } from './delivery-worker.ts'
import { sequenceEvents } from './sequence-events.ts'
import { createJobLoop } from '#server-kit/jobs/job-loop.ts'
import { sql } from 'kysely'

export type Webhooks = { start: () => Promise<void>; stop: () => Promise<void> }

/** Notifications are what usually wakes it; this is for what they do not reach. */
const POLL_MS = 5_000
/** One round gives their sequence to the events of all commits of this time. */
const PACE_MS = 40

/** The part of a process that gives events their sequence and delivers them. Any number of processes may have it. */
export function createWebhooks(
  parts: WorkerParts & Pick<Context, 'notifications'>,
  options: WorkerOptions = {},
): Webhooks {
  const { db, clock, log, notifications } = parts
  const worker = createDeliveryWorker(parts, options)
  const sequencer = createJobLoop({
    round: async () => (await sequenceEvents(db, clock.now())) > 0,
    pollMs: POLL_MS,
    paceMs: PACE_MS,
    log,
    complaint: 'events could not be given their sequence',
  })
  const ends: (() => void)[] = []
  observeWebhooks(parts)

  return {
    start: async () => {
      ends.push(await notifications.listen('outbox', sequencer.wake))
      ends.push(await notifications.listen('events', worker.wake))
      ends.push(await notifications.listen('deliveries', worker.wake))
      sequencer.start()
      worker.start()
    },
    stop: async () => {
      for (const end of ends.splice(0)) end()
      await Promise.all([sequencer.stop(), worker.stop()])
    },
  }
}

/** Reads, for each scrape, how much is undelivered and how old the oldest of it is. */
function observeWebhooks({ db, clock, metrics }: Pick<Context, 'db' | 'clock' | 'metrics'>): void {
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
