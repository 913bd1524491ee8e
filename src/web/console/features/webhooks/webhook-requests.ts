import type { Delivery } from '#protocol/events.ts'
import {
  WEBHOOK_ENDPOINTS,
  type CreateWebhookRequest,
  type ReplayEventsRequest,
  type UpdateWebhookRequest,
} from '#protocol/webhooks.ts'
import { callEndpoint } from '#web/console/lib/api.ts'
import { endpointQuery } from '#web/console/lib/read.query.ts'

/** Its key begins with `webhooks`: live events refetch it. */
export const webhooksQuery = () =>
  endpointQuery(['webhooks', 'list'], '/api/org', WEBHOOK_ENDPOINTS.listWebhooks)

/** Only this answer holds the secret: no cache may store it. */
export const createWebhook = (body: CreateWebhookRequest, idempotencyKey: string) =>
  callEndpoint('/api/org', WEBHOOK_ENDPOINTS.createWebhook, { body, idempotencyKey })

export const updateWebhook = (webhookId: string, body: UpdateWebhookRequest) =>
  callEndpoint('/api/org', WEBHOOK_ENDPOINTS.updateWebhook, { params: { webhookId }, body })

/** Read again with each attempt that the list knows of. */
export const deliveryQuery = (webhookId: string, { id, attempts }: Delivery) =>
  endpointQuery(
    ['webhooks', webhookId, 'delivery', id, attempts[0]?.attemptedAtDatetime],
    '/api/org',
    WEBHOOK_ENDPOINTS.getDelivery,
    { params: { webhookId, deliveryId: id } },
  )

type Replay = { sinceDatetime: string; undeliveredOnly: boolean }

/** Replays all events since a time, call after call; returns their number. */
export async function replayEvents(webhookId: string, replay: Replay): Promise<number> {
  const { sinceDatetime, undeliveredOnly } = replay
  let result = await replayOnce(webhookId, { sinceDatetime, undeliveredOnly })
  let { replayed } = result
  while (!result.complete && result.throughSequence !== null) {
    result = await replayOnce(webhookId, { afterSequence: result.throughSequence, undeliveredOnly })
    replayed += result.replayed
  }
  return replayed
}

const replayOnce = (webhookId: string, body: ReplayEventsRequest) =>
  callEndpoint('/api/org', WEBHOOK_ENDPOINTS.replayEvents, { params: { webhookId }, body })
