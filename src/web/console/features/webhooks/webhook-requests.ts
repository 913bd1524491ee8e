import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  WEBHOOK_ENDPOINTS,
  type CreatedWebhook,
  type CreateWebhookRequest,
  type ReplayEventsRequest,
  type replayEventsResultSchema,
  type UpdateWebhookRequest,
  type Webhook,
} from '#protocol/org/webhooks.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

/** Its key begins with `webhooks`: live events refetch it. */
export const webhooksQuery = () =>
  queryOptions({
    queryKey: ['webhooks', 'list'],
    queryFn: ({ signal }) => callEndpoint('/api/org', WEBHOOK_ENDPOINTS.listWebhooks, { signal }),
  })

/** Only this answer holds the secret: no cache may store it. */
export function createWebhook(
  request: CreateWebhookRequest,
  idempotencyKey: string,
): Promise<CreatedWebhook> {
  return callEndpoint('/api/org', WEBHOOK_ENDPOINTS.createWebhook, {
    body: request,
    idempotencyKey,
  })
}

export function updateWebhook(webhookId: string, request: UpdateWebhookRequest): Promise<Webhook> {
  return callEndpoint('/api/org', WEBHOOK_ENDPOINTS.updateWebhook, {
    params: { webhookId },
    body: request,
  })
}

export async function deleteWebhook(webhookId: string): Promise<void> {
  await callEndpoint('/api/org', WEBHOOK_ENDPOINTS.deleteWebhook, { params: { webhookId } })
}

/** Only this answer holds the new secret: no cache may store it. */
export function rotateWebhookSecret(webhookId: string, idempotencyKey: string): Promise<CreatedWebhook> {
  return callEndpoint('/api/org', WEBHOOK_ENDPOINTS.rotateWebhookSecret, {
    params: { webhookId },
    idempotencyKey,
  })
}

/** Returns the created event, by which its delivery is found in the log. */
export function sendTestEvent(webhookId: string): Promise<{ eventId: string }> {
  return callEndpoint('/api/org', WEBHOOK_ENDPOINTS.sendTestEvent, { params: { webhookId } })
}

export async function resendDelivery(webhookId: string, deliveryId: string): Promise<void> {
  await callEndpoint('/api/org', WEBHOOK_ENDPOINTS.resendDelivery, { params: { webhookId, deliveryId } })
}

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

function replayOnce(
  webhookId: string,
  body: ReplayEventsRequest,
): Promise<z.infer<typeof replayEventsResultSchema>> {
  return callEndpoint('/api/org', WEBHOOK_ENDPOINTS.replayEvents, {
    params: { webhookId },
    body,
  })
}
