import { queryOptions } from '@tanstack/react-query'
import { WEBHOOK_ENDPOINTS } from '#protocol/org/webhook-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

/** Its key begins with `webhooks`: live events read it again. */
export const webhooksQuery = () =>
  queryOptions({
    queryKey: ['webhooks', 'list'],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint('/api/org', WEBHOOK_ENDPOINTS.listWebhooks, { signal })
      return answer.content
    },
  })
