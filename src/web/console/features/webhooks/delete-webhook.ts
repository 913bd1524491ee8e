import { WEBHOOK_ENDPOINTS } from '#protocol/org/webhook-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

export async function deleteWebhook(webhookId: string): Promise<void> {
  await callEndpoint('/api/org', WEBHOOK_ENDPOINTS.deleteWebhook, { params: { webhookId } })
}
