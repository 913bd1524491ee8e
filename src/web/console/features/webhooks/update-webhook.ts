import { WEBHOOK_ENDPOINTS } from '#protocol/org/webhook-endpoints.ts'
import type { UpdateWebhookRequest, Webhook } from '#protocol/org/webhooks.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

export async function updateWebhook(webhookId: string, request: UpdateWebhookRequest): Promise<Webhook> {
  const { content } = await callEndpoint('/api/org', WEBHOOK_ENDPOINTS.updateWebhook, {
    params: { webhookId },
    body: request,
  })
  return content
}
