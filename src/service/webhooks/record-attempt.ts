import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { retryCollision } from '#server-kit/db/retry-collision.ts'
import { createBatchQueue } from '#server-kit/jobs/batch-queue.ts'
import type { HasClock, HasDatabase, HasLog } from '#service/context-parts.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import type { AttemptResult } from './send-delivery.ts'
import { disableWebhook } from './update-webhook.ts'

/** Minimum duration of continuous failures before an endpoint is disabled. */
export const FAILING_MAX_MS = 5 * 24 * 3_600_000
/**
 * Time for which successes are gathered, in milliseconds. It is short, because a delivery that is being recorded
 * counts toward the endpoint's limit of concurrent deliveries.
 */
const GATHER_MS = 5

export type RecordParts = HasDatabase & HasClock & HasLog & { random: () => number }
type Attempted = { delivery: ClaimedDelivery; result: AttemptResult }

/**
 * Records an attempt and its consequence: the delivery is done, is retried later or has failed, or the endpoint is
 * disabled. Successes are recorded in batches.
 */
export function createAttemptRecorder(
  parts: RecordParts,
): (delivery: ClaimedDelivery, result: AttemptResult) => Promise<void> {
  const successes = createBatchQueue(
    (join: () => readonly Attempted[]) => retryCollision(() => recordDelivered(parts, join())),
    { gatherMs: GATHER_MS },
  )
  return async (delivery: ClaimedDelivery, result: AttemptResult): Promise<void> => {
    if (result.problem === null) return successes.add({ delivery, result })
    const consequence = await parts.db
      .transaction()
      .execute((trx) => recordFailed(parts, trx, delivery, result))
    if (consequence === undefined) return
    const { organization_id: organizationId, endpoint_id: webhookId } = delivery
    const noted = { organizationId, webhookId }
    if (consequence === 'began') {
      parts.log.warn({ ...noted, problem: result.problem }, 'a webhook endpoint began to fail')
      return
    }
    const alarm = { alarm: 'webhook-disabled', ...noted, reason: consequence }
    parts.log.error(alarm, 'a webhook endpoint was disabled')
  }
}

/**
 * Ends the lease of a delivery. If the attempt was interrupted, the delivery is then due again, as if no worker had
 * taken it.
 */
export async function releaseDelivery(
  db: Database,
  { id, lease_id: leaseId }: ClaimedDelivery,
): Promise<void> {
  await db
    .deleteFrom('webhook_leases')
    .where('delivery_id', '=', id)
    .where('lease_id', '=', leaseId)
    .execute()
}

/**
 * Records successes. A success counts even if the worker's lease has expired or the endpoint was disabled meanwhile,
 * because the receiver has the event.
 */
async function recordDelivered({ db, clock }: RecordParts, attempted: readonly Attempted[]): Promise<void[]> {
  const ids = attempted.map(({ delivery }) => delivery.id)
  const endpointIds = [...new Set(attempted.map(({ delivery }) => delivery.endpoint_id))]
  await sql`
    with logged as (${insertAttempts(attempted)}),
    healthy as (
      update webhook_endpoints set failing_since = null
      where id = any(${endpointIds}::uuid[]) and failing_since is not null),
    released as (delete from webhook_leases where delivery_id = any(${ids}::uuid[]))
    update webhook_deliveries
    set status = 'delivered', attempts = attempts + 1, due_at = null, delivered_at = ${clock.now()}
    where id = any(${ids}::uuid[]) and status in ('pending', 'cancelled')`.execute(db)
  return attempted.map(() => undefined)
}

/**
 * Records a failure. Returns the consequence for the endpoint: its first failure after a success, or the reason why
 * it was disabled.
 */
async function recordFailed(
  { clock, random }: RecordParts,
  trx: Transaction,
  delivery: ClaimedDelivery,
  result: AttemptResult,
): Promise<'began' | 'gone' | 'failing' | undefined> {
  const now = clock.now()
  // Locks the endpoint before its deliveries, as all other code does, so that no deadlock can occur. A deletion or
  // disabling of the endpoint waits meanwhile.
  await sql`select from webhook_endpoints where id = ${delivery.endpoint_id} for no key update`.execute(trx)
  await insertAttempts([{ delivery, result }]).execute(trx)
  const unjittered = RETRY_DELAYS_MS[delivery.attempts]
  const planned = unjittered && Math.round(unjittered * (1 + JITTER * (2 * random() - 1)))
  const delayMs = planned && Math.max(planned, Math.min(result.retryAfterMs ?? 0, RETRY_AFTER_MS_MAX))
  await trx
    .updateTable('webhook_deliveries')
    .set({
      status: delayMs === undefined ? 'failed' : 'pending',
      attempts: delivery.attempts + 1,
      due_at: delayMs === undefined ? null : new Date(now.getTime() + delayMs),
    })
    .where('id', '=', delivery.id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_leases')
          .select('lease_id')
          .where('delivery_id', '=', delivery.id)
          .where('lease_id', '=', delivery.lease_id),
      ),
    )
    .execute()
  await releaseDelivery(trx, delivery)
  const endpoint = await trx
    .updateTable('webhook_endpoints')
    .set((set) => ({ failing_since: set.fn.coalesce('failing_since', sql<Date>`${now}::timestamptz`) }))
    .where('id', '=', delivery.endpoint_id)
    // A failure at the endpoint's previous URL does not count for the current URL.
    .where('url', '=', delivery.url)
    .returning('failing_since')
    .executeTakeFirst()
  if (endpoint === undefined) return undefined
  const failingMs = now.getTime() - (endpoint.failing_since ?? now).getTime()
  // The receiver asked never to be called again (Standard Webhooks 1.0).
  const isGone = result.status === 410
  if (!isGone && failingMs < FAILING_MAX_MS) return failingMs === 0 ? 'began' : undefined
  const reason = isGone ? 'gone' : 'failing'
  return (await disableWebhook(trx, delivery.endpoint_id, reason, now)) ? reason : undefined
}

/** Inserts attempts only while their delivery exists. Its endpoint may have been deleted during the attempt. */
function insertAttempts(attempted: readonly Attempted[]) {
  const rows = attempted.map(
    ({ delivery, result }) => sql`(
      ${randomUUID()}::uuid, ${delivery.id}::uuid, ${result.attemptedAt}::timestamptz, ${result.durationMs}::integer,
      ${result.problem === null}::boolean, ${result.status}::integer, ${result.bytes}::integer, ${result.problem}::text,
      ${toJson(result.requestHeaders)}::json, ${toJson(result.answer?.headers ?? null)}::json, ${result.answer?.body ?? null}::text)`,
  )
  return sql`
    insert into webhook_attempts (id, delivery_id, attempted_at, duration_ms, delivered, response_status, response_bytes,
      problem, request_headers, response_headers, response_body)
    select attempt.* from (values ${sql.join(rows)}) as attempt (id, delivery_id)
    join webhook_deliveries as delivery on delivery.id = attempt.delivery_id`
}

const toJson = (headers: Record<string, string> | null) => headers && JSON.stringify(headers)

/**
 * Delays in milliseconds after each failed attempt except the last. They allow ten attempts within 75 h 35 min
 * (Standard Webhooks 1.0).
 */
export const RETRY_DELAYS_MS = [
  5,
  5 * 60,
  30 * 60,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3_600),
].map((seconds) => seconds * 1_000)

/** Maximum milliseconds of a receiver's Retry-After. It is the longest retry delay. */
const RETRY_AFTER_MS_MAX = Math.max(...RETRY_DELAYS_MS)

/**
 * Maximum fraction by which a delay is randomly extended or shortened, so that many retries do not happen at
 * once.
 */
const JITTER = 0.05
