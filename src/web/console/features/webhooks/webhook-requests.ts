import { WEBHOOK_ENDPOINTS, type UpdateWebhookRequest } from '#protocol/webhooks.ts'
import { callEndpoint, endpointQuery } from '#web/console/lib/api.ts'

/** Its key begins with `webhooks`: live events refetch it. */
export const webhooksQuery = () =>
  endpointQuery(['webhooks', 'list'], '/api/org', WEBHOOK_ENDPOINTS.listWebhooks)

export const updateWebhook = (webhookId: string, body: UpdateWebhookRequest) =>
  callEndpoint('/api/org', WEBHOOK_ENDPOINTS.updateWebhook, { params: { webhookId }, body })
