import { createJobLoop, type JobLoop } from '#server-kit/jobs/job-loop.ts'
import type {
  HasClock,
  HasDatabase,
  HasLog,
  HasMetrics,
  HasSandboxFlag,
  HasSecretKeys,
} from '#service/context-parts.ts'
import { claimDeliveries, type ClaimedDelivery } from './claim-deliveries.ts'
import { createAttemptRecorder, releaseDelivery } from './record-attempt.ts'
import { sendDelivery, type SendOptions } from './send-delivery.ts'

/** The point at which a test ends the process. The response was received but is not recorded yet. */
export type DeliveryFailpoint = 'answered'

export type WorkerOptions = {
  resolve?: SendOptions['resolve'] | undefined
  timeoutMs?: number | undefined
  random?: (() => number) | undefined
  failpoint?: ((name: DeliveryFailpoint) => void) | undefined
}

/**
 * Maximum concurrent attempts in this process. The lower limit for failing endpoints leaves room for the
 * others.
 */
const SLOTS = 256
const FAILING_SLOTS = 64
export const DELIVERY_TIMEOUT_MS = 15_000
/** Poll interval in milliseconds. Polling is needed because no notification reports that a retry is due. */
const POLL_MS = 1_000
/**
 * Minimum milliseconds between two queries. Attempts that end at about the same time free their slots for the same
 * query.
 */
const PACE_MS = 10
/** Time for which an ending process waits for receivers, in milliseconds. Interrupted attempts are sent again. */
const GRACE_MS = 5_000

/** Sends due deliveries, many concurrently, each at least once. Several workers may use one database. */
export function createDeliveryWorker(
  parts: HasClock & HasDatabase & HasLog & HasMetrics & HasSandboxFlag & HasSecretKeys,
  options: WorkerOptions = {},
): JobLoop {
  const { db, clock, log, metrics } = parts
  const ending = new AbortController()
  const underWay = new Map<Promise<void>, ClaimedDelivery>()
  const complaint = 'due webhooks could not be read'
  const record = createAttemptRecorder({ db, clock, log, random: options.random ?? Math.random })
  const loop = createJobLoop({ round, pollMs: POLL_MS, paceMs: PACE_MS, log, complaint })

  async function round(): Promise<boolean> {
    const failing = [...underWay.values()].filter((delivery) => delivery.failing).length
    const limits = {
      slots: SLOTS - underWay.size,
      failingSlots: Math.max(0, Math.min(FAILING_SLOTS - failing, SLOTS - underWay.size)),
    }
    if (limits.slots <= 0) return false
    const claimed = await claimDeliveries(db, limits, clock.now())
    for (const delivery of claimed) {
      const attempt: Promise<void> = deliver(delivery).finally(() => {
        underWay.delete(attempt)
        loop.wake()
      })
      underWay.set(attempt, delivery)
    }
    return false
  }

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    try {
      const { resolve, timeoutMs = DELIVERY_TIMEOUT_MS } = options
      const result = await sendDelivery(parts, delivery, {
        timeoutMs,
        signal: ending.signal,
        ...(resolve && { resolve }),
      })
      if (result.problem !== null && ending.signal.aborted) {
        await releaseDelivery(db, delivery)
        return
      }
      options.failpoint?.('answered')
      await record(delivery, result)
      metrics.webhookDeliveries.inc({ outcome: result.problem ?? 'delivered' })
    } catch (error) {
      // The lease of the delivery expires, and another attempt follows.
      log.warn({ err: error, deliveryId: delivery.id }, 'an attempt to deliver a webhook was not recorded')
    }
  }

  async function stop(): Promise<void> {
    await loop.stop()
    const timer = setTimeout(() => ending.abort(), GRACE_MS)
    await Promise.all(underWay.keys())
    clearTimeout(timer)
  }
  return { ...loop, stop }
}
