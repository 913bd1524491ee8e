import { queryOptions } from '@tanstack/react-query'
import { ORG_ENDPOINTS } from '#shared/org/endpoints.ts'
import { callEndpoint } from '#console/lib/api.ts'

export const apiKeyUsageQuery = (keyId: string) =>
  queryOptions({
    queryKey: ['api-keys', keyId, 'usage'],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint('/api/org', ORG_ENDPOINTS.getApiKeyUsage, {
        params: { keyId },
        signal,
      })
      return answer.content
    },
  })
