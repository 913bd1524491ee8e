import { queryOptions } from '@tanstack/react-query'
import { ORG_ENDPOINTS } from '#shared/org/endpoints.ts'
import { callEndpoint } from '#console/lib/api.ts'

export const domainsQuery = () =>
  queryOptions({
    queryKey: ['domains'],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint('/api/org', ORG_ENDPOINTS.listDomains, { signal })
      return answer.content
    },
  })
