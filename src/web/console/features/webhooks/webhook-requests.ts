import { WEBHOOK_ENDPOINTS, type UpdateWebhookRequest } from '#protocol/webhooks.ts'
import { orgApi } from '#web/console/lib/api.ts'
import type { RowContent, RowQuery } from '#web/console/lib/row-query.ts'

/** The query key begins with `webhooks`, so live events refetch this query. */
export const webhooksQuery = (): RowQuery<typeof WEBHOOK_ENDPOINTS.listWebhooks> =>
  orgApi.query(['webhooks', 'list'], WEBHOOK_ENDPOINTS.listWebhooks)

export const updateWebhook = (
  webhookId: string,
  body: UpdateWebhookRequest,
): Promise<RowContent<typeof WEBHOOK_ENDPOINTS.updateWebhook>> =>
  orgApi.call(WEBHOOK_ENDPOINTS.updateWebhook, { params: { webhookId }, body })
