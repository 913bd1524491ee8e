import { WEBHOOK_ENDPOINTS } from '#shared/org/webhook-endpoints.ts'
import { callEndpoint } from '#console/lib/api.ts'

export async function deleteWebhook(webhookId: string): Promise<void> {
  await callEndpoint('/api/org', WEBHOOK_ENDPOINTS.deleteWebhook, { params: { webhookId } })
}
