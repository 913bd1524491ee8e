import type { Operation } from '#service/http/endpoint-types.ts'
import { sql } from 'kysely'
import { TEST_EVENT_TYPE } from '#protocol/events.ts'
import { notify } from '#service/db/notifications.ts'
import { newEventId } from './emit-event.ts'
import { lockEnabledWebhook } from './stored-webhook.ts'

/**
 * `POST /v1/org/webhooks/{webhookId}/test`: sends a `webhook.test` event, whichever types the endpoint asked
 * for, by the same way as any other. How it went is in the list of deliveries. Source: profile 10, ADR 0017.
 *
 * @throws NOT_FOUND alike for another organization's endpoint and for none at all
 * @throws CONFLICT when the endpoint is disabled
 */
export const sendTestEvent: Operation<'sendTestEvent'> = async (ctx, caller, input) => {
  const { organizationId } = caller
  return ctx.db.transaction().execute(async (trx) => {
    const webhook = await lockEnabledWebhook(trx, caller, input.params.webhookId)
    const stored = await trx
      .insertInto('events')
      .values({
        id: newEventId,
        organization_id: organizationId,
        type: TEST_EVENT_TYPE,
        endpoint_id: webhook.id,
        occurred_at: ctx.clock.now(),
        data: sql`'{}'::json`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await notify(trx, 'outbox', organizationId)
    return { eventId: stored.id }
  })
}
