import { queryOptions } from '@tanstack/react-query'
import { ORG_ENDPOINTS } from '#shared/org/endpoints.ts'
import { callEndpoint } from '#console/lib/api.ts'

export const feesQuery = () =>
  queryOptions({
    queryKey: ['fees'],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint('/api/org', ORG_ENDPOINTS.getFees, { signal })
      return answer.content.fee
    },
  })
