import { REPLAY_EVENTS_MAX } from '#protocol/limits.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import type { HasClock, HasDatabase } from '#service/context-parts.ts'
import type { Transaction } from '#service/db/database.ts'
import { notify } from '#service/db/notifications.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { deliveryAnswer, narrowedDeliveries, newestAttempts, selectDeliveries } from './list-deliveries.ts'
import { lockEnabledWebhook } from './stored-webhook.ts'

/**
 * `POST /v1/org/webhooks/{webhookId}/deliveries/{deliveryId}/resend`: sends one delivery again, with the same
 * event id, regardless of its outcome. Its retries start again. A delivery that is being sent at the moment is
 * not changed. Source: profile 10, ADR 0017.
 *
 * @throws NOT_FOUND if it does not exist or belongs to another organization
 * @throws CONFLICT if the endpoint is disabled
 */
export const resendDelivery: Operation<'resendDelivery', HasClock & HasDatabase> = async (
  ctx,
  caller,
  input,
) => {
  const { webhookId, deliveryId } = input.params
  const now = ctx.clock.now()
  return ctx.db.transaction().execute(async (trx) => {
    const webhook = await lockEnabledWebhook(trx, caller, webhookId)
    await sentAgain(trx, now).where('id', '=', deliveryId).where('endpoint_id', '=', webhook.id).execute()
    const row = await selectDeliveries(trx)
      .where('id', '=', deliveryId)
      .where('endpoint_id', '=', webhook.id)
      .executeTakeFirstOrThrow(notFound)
    await notify(trx, 'deliveries', caller.organizationId)
    return deliveryAnswer(row, await newestAttempts(trx, [row]))
  })
}

/**
 * `POST /v1/org/webhooks/{webhookId}/resend`: sends the endpoint's undelivered deliveries again, oldest first, at
 * most 10,000. They can be selected by type, status and time. Deliveries that are running or already due are left
 * to the worker. Source: ADR 0017.
 *
 * @throws NOT_FOUND for an endpoint that does not exist or belongs to another organization
 * @throws CONFLICT if the endpoint is disabled
 */
export const resendDeliveries: Operation<'resendDeliveries', HasClock & HasDatabase> = async (
  ctx,
  caller,
  { params, body },
) => {
  const now = ctx.clock.now()
  const resend = async (trx: Transaction) => {
    const webhook = await lockEnabledWebhook(trx, caller, params.webhookId)
    const chosen = narrowedDeliveries(trx, webhook.id, body)
      .where('id', 'in', (select) =>
        select
          .selectFrom('webhook_deliveries')
          .select('id')
          .where('endpoint_id', '=', webhook.id)
          .where('undelivered', 'is not', null)
          .unionAll(
            select
              .selectFrom('pending_deliveries')
              .select('delivery_id as id')
              .where('endpoint_id', '=', webhook.id)
              .where('due_at', '>', now),
          ),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(REPLAY_EVENTS_MAX)
      .clearSelect()
      .select('id')
    // Filters the deliveries again here, because a worker may have taken or delivered one of them meanwhile.
    const { numUpdatedRows } = await sentAgain(trx, now)
      .where('id', 'in', chosen)
      .where('status', '<>', 'delivered')
      .executeTakeFirstOrThrow()
    await notify(trx, 'deliveries', caller.organizationId)
    const resent = Number(numUpdatedRows)
    return { resent, complete: resent < REPLAY_EVENTS_MAX }
  }
  return ctx.db.transaction().execute(resend)
}

/** Restarts the schedule of deliveries, except of those that a worker is sending. Callers filter the query. */
function sentAgain(trx: Transaction, now: Date) {
  return trx
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', attempts: 0, due_at: now, pending_since: now })
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_leases')
            .select('lease_id')
            .whereRef('webhook_leases.delivery_id', '=', 'webhook_deliveries.id'),
        ),
      ),
    )
}
