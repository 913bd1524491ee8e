import { API_KEY_ENDPOINTS } from '#shared/org/api-key-endpoints.ts'
import type { ApiKey, UpdateApiKeyRequest } from '#shared/org/api-keys.ts'
import { callEndpoint } from '#console/lib/api.ts'

/** What is left out stays as it is. */
export async function updateApiKey(keyId: string, request: UpdateApiKeyRequest): Promise<ApiKey> {
  const answer = await callEndpoint('/api/org', API_KEY_ENDPOINTS.updateApiKey, {
    params: { keyId },
    body: request,
  })
  return answer.content
}
