import { WEBHOOK_ENDPOINTS } from '#protocol/org/webhook-endpoints.ts'
import type { CreatedWebhook, CreateWebhookRequest } from '#protocol/org/webhooks.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

/** The answer is the only one that holds the secret: it is kept in no cache. */
export async function createWebhook(
  request: CreateWebhookRequest,
  idempotencyKey: string,
): Promise<CreatedWebhook> {
  const { content } = await callEndpoint('/api/org', WEBHOOK_ENDPOINTS.createWebhook, {
    body: request,
    idempotencyKey,
  })
  return content
}
