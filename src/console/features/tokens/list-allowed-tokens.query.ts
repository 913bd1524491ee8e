import { queryOptions } from '@tanstack/react-query'
import { BAAS_ENDPOINTS } from '#shared/org/endpoints.ts'
import { callEndpoint } from '#console/lib/api.ts'

export const allowedTokensQuery = () =>
  queryOptions({
    queryKey: ['tokens', 'allowed'],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint('/api/baas', BAAS_ENDPOINTS.listAllowedTokens, { signal })
      return answer.content
    },
    staleTime: 60_000,
  })
