import { queryOptions } from '@tanstack/react-query'
import { API_KEY_ENDPOINTS } from '#protocol/org/api-key-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

export const apiKeysQuery = () =>
  queryOptions({
    queryKey: ['api-keys'],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint('/api/org', API_KEY_ENDPOINTS.listApiKeys, { signal })
      return answer.content
    },
  })
