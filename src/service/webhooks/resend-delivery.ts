import type { Operation } from '#service/http/endpoint-types.ts'
import { notify } from '#service/db/notifications.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import { lockEnabledWebhook } from './stored-webhook.ts'
import { deliveryAnswer, newestAttempts, selectDeliveries } from './list-deliveries.ts'

/**
 * `POST /v1/org/webhooks/{webhookId}/deliveries/{deliveryId}/resend`: sends one delivery again, with the same
 * event id, whatever became of it; retries begin again. One that is under way at this moment is left to it.
 * Source: profile 10, ADR 0017.
 *
 * @throws NOT_FOUND alike for what is another organization's and what does not exist
 * @throws CONFLICT when the endpoint is disabled
 */
export const resendDelivery: Operation<'resendDelivery'> = async (ctx, caller, input) => {
  const { webhookId, deliveryId } = input.params
  const now = ctx.clock.now()
  return ctx.db.transaction().execute(async (trx) => {
    const webhook = await lockEnabledWebhook(trx, caller, webhookId)
    await trx
      .updateTable('webhook_deliveries')
      .set({ status: 'pending', attempts: 0, due_at: now, pending_since: now })
      .where('id', '=', deliveryId)
      .where('endpoint_id', '=', webhook.id)
      .where('lease_id', 'is', null)
      .execute()
    const row = await selectDeliveries(trx)
      .where('webhook_deliveries.id', '=', deliveryId)
      .where('webhook_deliveries.endpoint_id', '=', webhook.id)
      .executeTakeFirstOrThrow(notFound)
    await notify(trx, 'deliveries', caller.organizationId)
    return deliveryAnswer(row, await newestAttempts(trx, [row]))
  })
}
