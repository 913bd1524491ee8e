import { queryOptions } from '@tanstack/react-query'
import { ORG_ENDPOINTS } from '#shared/org/endpoints.ts'
import { callEndpoint } from '#console/lib/api.ts'

export const apiKeysQuery = () =>
  queryOptions({
    queryKey: ['api-keys'],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint('/api/org', ORG_ENDPOINTS.listApiKeys, { signal })
      return answer.content
    },
  })
