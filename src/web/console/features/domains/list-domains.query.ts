import { queryOptions } from '@tanstack/react-query'
import { DOMAIN_ENDPOINTS } from '#protocol/org/domain-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

export const domainsQuery = () =>
  queryOptions({
    queryKey: ['domains'],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint('/api/org', DOMAIN_ENDPOINTS.listDomains, { signal })
      return answer.content
    },
  })
