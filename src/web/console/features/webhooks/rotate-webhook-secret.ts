import { WEBHOOK_ENDPOINTS } from '#protocol/org/webhook-endpoints.ts'
import type { CreatedWebhook } from '#protocol/org/webhooks.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

/** The answer is the only one that holds the new secret: it is kept in no cache. */
export async function rotateWebhookSecret(
  webhookId: string,
  idempotencyKey: string,
): Promise<CreatedWebhook> {
  const { content } = await callEndpoint('/api/org', WEBHOOK_ENDPOINTS.rotateWebhookSecret, {
    params: { webhookId },
    idempotencyKey,
  })
  return content
}
