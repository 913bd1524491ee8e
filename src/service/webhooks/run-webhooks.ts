import type { Context } from '#service/context.ts'
import { createDeliveryWorker, type WorkerOptions, type WorkerParts } from './delivery-worker.ts'
import { sequenceEvents } from './sequence-events.ts'
import { createJobLoop } from '#server-kit/jobs/job-loop.ts'
import { observeWebhooks } from './webhook-metrics.ts'

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
