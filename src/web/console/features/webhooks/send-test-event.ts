import { WEBHOOK_ENDPOINTS } from '#protocol/org/webhook-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

/** Answers the event that was made, by which its delivery is found in the log. */
export async function sendTestEvent(webhookId: string): Promise<{ eventId: string }> {
  const { content } = await callEndpoint('/api/org', WEBHOOK_ENDPOINTS.sendTestEvent, {
    params: { webhookId },
  })
  return content
}
