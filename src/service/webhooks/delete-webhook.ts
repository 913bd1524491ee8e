import type { Webhook } from '#protocol/org/webhooks.ts'
import type { Caller, Context } from '#service/context.ts'
import { retryDeadlock } from '#service/db/database.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { webhookAnswer } from './stored-webhook.ts'

/**
 * `DELETE /v1/org/webhooks/{webhookId}`: deletes an endpoint with its secrets and deliveries, and answers
 * what it was. The events stay. Source: profile 10, ADR 0017.
 *
 * @throws NOT_FOUND alike for another organization's endpoint and for none at all
 */
export async function deleteWebhook(
  ctx: Context,
  caller: Caller,
  input: { params: { webhookId: string } },
): Promise<Webhook> {
  // An attempt that is noted at this moment may hold one of the deliveries.
  const row = await retryDeadlock(() =>
    ctx.db
      .deleteFrom('webhook_endpoints')
      .where('id', '=', input.params.webhookId)
      .where('organization_id', '=', caller.organizationId)
      .returningAll()
      .executeTakeFirst(),
  )
  if (row === undefined) throw apiError('NOT_FOUND')
  return webhookAnswer(row, ctx.clock.now())
}
