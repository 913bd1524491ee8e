import { ORG_ENDPOINTS } from '#shared/org/endpoints.ts'
import { callEndpoint } from '#console/lib/api.ts'

export async function deleteWebhook(webhookId: string): Promise<void> {
  await callEndpoint('/api/org', ORG_ENDPOINTS.deleteWebhook, { params: { webhookId } })
}
