import { queryOptions } from '@tanstack/react-query'
import { FEE_ENDPOINTS } from '#protocol/org/fee-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

export const feesQuery = () =>
  queryOptions({
    queryKey: ['fees'],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint('/api/org', FEE_ENDPOINTS.getFees, { signal })
      return answer.content.fee
    },
  })
