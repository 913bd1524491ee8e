import { WEBHOOK_ENDPOINTS, type UpdateWebhookRequest } from '#protocol/webhooks.ts'
import { orgApi } from '#web/console/lib/api.ts'

/** The key begins with `webhooks`, so live events refetch it. */
export const webhooksQuery = () => orgApi.query(['webhooks', 'list'], WEBHOOK_ENDPOINTS.listWebhooks)

export const updateWebhook = (webhookId: string, body: UpdateWebhookRequest) =>
  orgApi.call(WEBHOOK_ENDPOINTS.updateWebhook, { params: { webhookId }, body })
