import { useQuery } from '@tanstack/react-query'
import type { Delivery } from '#shared/org/webhooks.ts'
import { useRefetchInterval } from '#console/lib/use-refetch-interval.ts'
import { deliveriesQuery, type DeliveryFilter } from './list-deliveries.query.ts'

/** While an attempt is due, what comes of it is looked for: no event tells of it. */
const DUE_INTERVAL_MS = 1_000
const SOON_MS = 10_000

/** The delivery log of an endpoint, as it is at the service. */
export function useDeliveries(webhookId: string, filter: DeliveryFilter) {
  const calm = useRefetchInterval()
  return useQuery({
    ...deliveriesQuery(webhookId, filter),
    refetchInterval: ({ state: { data } }) =>
      calm !== false && data?.deliveries.some(isDue) === true ? DUE_INTERVAL_MS : calm,
  })
}

function isDue({ nextAttemptAtDatetime: at }: Delivery): boolean {
  return at !== null && Date.parse(at) - Date.now() < SOON_MS
}
