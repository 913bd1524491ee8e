import type { Delivery } from '#protocol/events.ts'
import type { Caller, Context } from '#service/context.ts'
import { notify } from '#service/db/notifications.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { requireWebhook } from './stored-webhook.ts'
import { deliveryAnswer, newestAttempts, selectDeliveries } from './list-deliveries.ts'

/**
 * `POST /v1/org/webhooks/{webhookId}/deliveries/{deliveryId}/resend`: sends one delivery again, with the same
 * event id, whatever became of it; retries begin again. One that is under way at this moment is left to it.
 * Source: profile 10, ADR 0017.
 *
 * @throws NOT_FOUND alike for what is another organization's and what does not exist
 * @throws CONFLICT when the endpoint is disabled
 */
export async function resendDelivery(
  ctx: Context,
  caller: Caller,
  input: { params: { webhookId: string; deliveryId: string } },
): Promise<Delivery> {
  const { webhookId, deliveryId } = input.params
  const now = ctx.clock.now()
  return ctx.db.transaction().execute(async (trx) => {
    const webhook = await requireWebhook(trx, caller, webhookId)
    if (!webhook.enabled) throw apiError('CONFLICT', 'This webhook endpoint is disabled')
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
      .executeTakeFirst()
    if (row === undefined) throw apiError('NOT_FOUND')
    await notify(trx, 'deliveries', caller.organizationId)
    return deliveryAnswer(row, await newestAttempts(trx, [row]))
  })
}
