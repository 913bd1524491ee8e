import { queryOptions } from '@tanstack/react-query'
import { BAAS_ENDPOINTS } from '#shared/org/endpoints.ts'
import { callEndpoint } from '#console/lib/api.ts'

export const balancesQuery = (address: string) =>
  queryOptions({
    queryKey: ['balances', address.toLowerCase()],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint('/api/baas', BAAS_ENDPOINTS.getBalances, {
        params: { address },
        signal,
      })
      return answer.content
    },
  })
