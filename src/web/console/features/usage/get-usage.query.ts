import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { USAGE_ENDPOINTS } from '#protocol/org/usage.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

/** The periods that the page offers, in days. */
export const USAGE_PERIODS = ['7', '30', '90'] as const
export type UsagePeriod = (typeof USAGE_PERIODS)[number]

/** What the organization did on each of the last days. */
export const usageQuery = (days: UsagePeriod) =>
  queryOptions({
    queryKey: ['usage', days],
    queryFn: ({ signal }) =>
      callEndpoint('/api/org', USAGE_ENDPOINTS.getUsage, {
        query: { days },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
