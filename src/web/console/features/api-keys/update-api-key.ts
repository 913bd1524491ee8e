import { API_KEY_ENDPOINTS } from '#protocol/org/api-key-endpoints.ts'
import type { ApiKey, UpdateApiKeyRequest } from '#protocol/org/api-keys.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

/** What is left out stays as it is. */
export async function updateApiKey(keyId: string, request: UpdateApiKeyRequest): Promise<ApiKey> {
  const answer = await callEndpoint('/api/org', API_KEY_ENDPOINTS.updateApiKey, {
    params: { keyId },
    body: request,
  })
  return answer.content
}
