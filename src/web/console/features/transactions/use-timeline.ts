import { useQuery } from '@tanstack/react-query'
import { useRefetchInterval } from '#web/console/lib/use-refetch-interval.ts'
import { timelineQuery, type ShownTimeline } from './get-timeline.query.ts'

/** Of mails and webhook deliveries no event tells. */
const UNTOLD_INTERVAL_MS = 5_000

/** A transaction with its past, as it goes on; `enabled: false` asks for nothing. */
export function useTimeline(transactionUuid: string, { enabled }: { enabled: boolean }) {
  const interval = useRefetchInterval()
  return useQuery({
    ...timelineQuery(transactionUuid),
    enabled,
    refetchInterval: ({ state }) => (hasUntold(state.data) ? UNTOLD_INTERVAL_MS : interval),
  })
}

function hasUntold(timeline: ShownTimeline | null | undefined): boolean {
  return (
    timeline?.notification !== undefined ||
    (timeline?.deliveries?.some(({ status }) => status === 'pending') ?? false)
  )
}
