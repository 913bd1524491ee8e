import { queryOptions } from '@tanstack/react-query'
import { TOKEN_ENDPOINTS } from '#protocol/org/token-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

/** The list with the standard and the origin of each token, and the default ones that were removed. */
export const organizationTokensQuery = () =>
  queryOptions({
    queryKey: ['tokens', 'organization'],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint('/api/org', TOKEN_ENDPOINTS.listOrganizationTokens, { signal })
      return answer.content
    },
    staleTime: 60_000,
  })
