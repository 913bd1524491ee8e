import { queryOptions } from '@tanstack/react-query'
import { TOKEN_FACT_ENDPOINTS } from '#protocol/baas/token-fact-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

export const allowedTokensQuery = () =>
  queryOptions({
    queryKey: ['tokens', 'allowed'],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint('/api/baas', TOKEN_FACT_ENDPOINTS.listAllowedTokens, { signal })
      return answer.content
    },
    staleTime: 60_000,
  })
