import { queryOptions } from '@tanstack/react-query'
import { TOKEN_FACT_ENDPOINTS } from '#protocol/baas/token-fact-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

/** A token's name, symbol and decimals as its contract tells them. */
export const resolveTokenQuery = (address: string) =>
  queryOptions({
    queryKey: ['tokens', 'resolved', address.toLowerCase()],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint('/api/baas', TOKEN_FACT_ENDPOINTS.resolveToken, {
        body: { address },
        signal,
      })
      return answer.content
    },
    // A contract's name and decimals hardly ever change.
    staleTime: 5 * 60_000,
  })
