import { TEST_EVENT_TYPE } from '#protocol/events.ts'
import type { HasClock, HasDatabase } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { emitEvent } from './emit-event.ts'
import { lockEnabledWebhook } from './stored-webhook.ts'

/**
 * `POST /v1/org/webhooks/{webhookId}/test`: sends a `webhook.test` event like any other event, regardless of
 * the endpoint's types. Its outcome is in the list of deliveries. Source: profile 10, ADR 0017.
 *
 * @throws NOT_FOUND for an endpoint that does not exist or belongs to another organization
 * @throws CONFLICT if the endpoint is disabled
 */
export const sendTestEvent: Operation<'sendTestEvent', HasClock & HasDatabase> = async (
  ctx,
  caller,
  input,
) => {
  const { organizationId } = caller
  return ctx.db.transaction().execute(async (trx) => {
    const webhook = await lockEnabledWebhook(trx, caller, input.params.webhookId)
    const event = { organizationId, type: TEST_EVENT_TYPE, at: ctx.clock.now(), data: {} } as const
    return { eventId: await emitEvent(trx, { ...event, endpointId: webhook.id }) }
  })
}
