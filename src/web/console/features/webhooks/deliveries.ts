import { queryOptions, useQuery } from '@tanstack/react-query'
import { DELIVERY_STATUSES, type Delivery } from '#protocol/events.ts'
import { WEBHOOK_ENDPOINTS } from '#protocol/webhooks.ts'
import { callPage } from '#web/console/lib/api.ts'
import type { DeliveriesSearchParams } from '#web/console/lib/paths.ts'
import { useRefetchInterval } from '#web/console/lib/live-events.ts'

export type DeliveryFilter = { status?: Delivery['status']; cursor?: string }

const LIMIT = '20'

/** Reads the filter from the address; invalid values are ignored. */
export function readDeliveryFilter(search: URLSearchParams): DeliveryFilter {
  const status = DELIVERY_STATUSES.find((one) => one === search.get('status'))
  const cursor = search.get('cursor') ?? ''
  return { ...(status !== undefined && { status }), ...(cursor !== '' && { cursor }) }
}

const deliveriesQuery = (webhookId: string, filter: DeliveryFilter & DeliveriesSearchParams) =>
  queryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries', filter],
    queryFn: async ({ signal }) => {
      const { content, nextCursor } = await callPage('/api/org', WEBHOOK_ENDPOINTS.listDeliveries, {
        params: { webhookId },
        query: { ...filter, limit: LIMIT },
        signal,
      })
      return { deliveries: content, nextCursor }
    },
  })

/** While an attempt is due the log is polled: no live event reports its outcome. */
const DUE_INTERVAL_MS = 1_000
/** A running attempt has its next one a lease (45 seconds) later, in case its process dies. */
const SOON_MS = 60_000

/**
 * The live delivery log of an endpoint. `awaitedEventId` is an event that was just sent: its delivery is scheduled a
 * moment after the service has accepted it, and no live event reports it.
 */
export function useDeliveries(webhookId: string, filter: DeliveryFilter, awaitedEventId?: string) {
  const calm = useRefetchInterval()
  const isWhole = filter.status === undefined && filter.cursor === undefined
  const changesSoon = (deliveries: readonly Delivery[]) =>
    deliveries.some(isDue) ||
    (isWhole && awaitedEventId !== undefined && deliveries.every(({ eventId }) => eventId !== awaitedEventId))
  return useQuery({
    ...deliveriesQuery(webhookId, filter),
    refetchInterval: ({ state: { data } }) =>
      calm !== false && data !== undefined && changesSoon(data.deliveries) ? DUE_INTERVAL_MS : calm,
  })
}

function isDue({ status, nextAttemptAtDatetime: at }: Delivery): boolean {
  return status === 'pending' && (at === null || Date.parse(at) - Date.now() < SOON_MS)
}
