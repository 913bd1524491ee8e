import { queryOptions } from '@tanstack/react-query'
import { TOKEN_FACT_ENDPOINTS } from '#protocol/baas/token-fact-endpoints.ts'
import { TOKEN_ENDPOINTS } from '#protocol/org/token-endpoints.ts'
import type { InspectedToken } from '#protocol/org/tokens.ts'
import { callEndpoint } from '#web/console/lib/api.ts'
import { ApiError } from '#web/console/lib/api-error.ts'
import { isLacking } from '#web/console/lib/describe-problem.ts'

/** What an address is as a token, as its contract tells it now. */
export const inspectTokenQuery = (address: string) =>
  queryOptions({
    queryKey: ['tokens', 'inspected', address.toLowerCase()],
    queryFn: async ({ signal }): Promise<InspectedToken> => {
      const body = { address }
      try {
        const answer = await callEndpoint('/api/org', TOKEN_ENDPOINTS.inspectToken, { body, signal })
        return answer.content
      } catch (error) {
        if (!isLacking(error)) throw error
        return resolved(address, signal)
      }
    },
    // A contract's name and decimals hardly ever change.
    staleTime: 5 * 60_000,
  })

/** A service of the specification alone knows coins only: of anything else nothing is known then. */
async function resolved(address: string, signal: AbortSignal): Promise<InspectedToken> {
  const nothing = { name: null, symbol: null, decimals: null, standard: null }
  const token: InspectedToken = { address, isContract: true, hasHiddenText: false, ...nothing }
  try {
    const answer = await callEndpoint('/api/baas', TOKEN_FACT_ENDPOINTS.resolveToken, {
      body: { address },
      signal,
    })
    return { ...token, ...answer.content, standard: 'erc20' }
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return token
    throw error
  }
}
