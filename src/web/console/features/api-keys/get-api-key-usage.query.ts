import { queryOptions } from '@tanstack/react-query'
import { API_KEY_ENDPOINTS } from '#protocol/org/api-key-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

export const apiKeyUsageQuery = (keyId: string) =>
  queryOptions({
    queryKey: ['api-keys', keyId, 'usage'],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint('/api/org', API_KEY_ENDPOINTS.getApiKeyUsage, {
        params: { keyId },
        signal,
      })
      return answer.content
    },
  })
