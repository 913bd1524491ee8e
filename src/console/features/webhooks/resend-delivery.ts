import { ORG_ENDPOINTS } from '#shared/org/endpoints.ts'
import { callEndpoint } from '#console/lib/api.ts'

export async function resendDelivery(webhookId: string, deliveryId: string): Promise<void> {
  await callEndpoint('/api/org', ORG_ENDPOINTS.resendDelivery, { params: { webhookId, deliveryId } })
}
