import { queryOptions } from '@tanstack/react-query'
import { WEBHOOK_ENDPOINTS } from '#protocol/org/webhook-endpoints.ts'
import { DELIVERY_STATUSES, type Delivery } from '#protocol/org/webhooks.ts'
import { callEndpoint } from '#web/console/lib/api.ts'
import type { DeliveriesSearchParams } from '#web/console/lib/paths.ts'

export type DeliveryFilter = { status?: Delivery['status']; cursor?: string }

const LIMIT = '20'

/** Reads the filter out of the address; what is none is left out. */
export function readDeliveryFilter(search: URLSearchParams): DeliveryFilter {
  const status = DELIVERY_STATUSES.find((one) => one === search.get('status'))
  const cursor = search.get('cursor') ?? ''
  return { ...(status !== undefined && { status }), ...(cursor !== '' && { cursor }) }
}

export const deliveriesQuery = (webhookId: string, filter: DeliveryFilter & DeliveriesSearchParams) =>
  queryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries', filter],
    queryFn: async ({ signal }) => {
      const { content, nextCursor } = await callEndpoint('/api/org', WEBHOOK_ENDPOINTS.listDeliveries, {
        params: { webhookId },
        query: { ...filter, limit: LIMIT },
        signal,
      })
      return { deliveries: content, nextCursor }
    },
  })
