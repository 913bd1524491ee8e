import { WEBHOOK_ATTEMPTS_SHOWN_MAX } from '#protocol/limits.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { eventBody } from './format-event.ts'
import { attemptAnswer, deliveryAnswer, selectDeliveries } from './list-deliveries.ts'
import { selectWebhook } from './stored-webhook.ts'

/**
 * `GET /v1/org/webhooks/{webhookId}/deliveries/{deliveryId}`: one delivery, with the request and the response
 * of each of its newest attempts. The body is built from the event as for every attempt, with the same bytes.
 * Source: ADR 0017.
 *
 * @throws NOT_FOUND if it does not exist or belongs to another organization
 */
export const getDelivery: Operation<'getDelivery', HasDatabase> = async (ctx, caller, { params }) => {
  const webhook = await selectWebhook(ctx.db, caller, params.webhookId).executeTakeFirstOrThrow(notFound)
  const row = await selectDeliveries(ctx.db)
    .innerJoin('events', 'events.id', 'webhook_deliveries.event_id')
    .select(['events.occurred_at', 'events.data'])
    .where('webhook_deliveries.id', '=', params.deliveryId)
    .where('webhook_deliveries.endpoint_id', '=', webhook.id)
    .executeTakeFirstOrThrow(notFound)
  const attempts = await ctx.db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', row.id)
    .orderBy('attempted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(WEBHOOK_ATTEMPTS_SHOWN_MAX)
    .execute()
  const { transactionUuid } = row.data
  return {
    ...deliveryAnswer(row, []),
    ...(transactionUuid !== undefined && { transactionUuid }),
    requestBody: JSON.stringify(eventBody(row)),
    attempts: attempts.map((attempt) => ({
      ...attemptAnswer(attempt),
      requestHeaders: attempt.request_headers,
      responseHeaders: attempt.response_headers,
      responseBody: attempt.response_body,
    })),
  }
}
