import { API_KEY_ENDPOINTS } from '#protocol/org/api-key-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

export async function revokeApiKey(keyId: string): Promise<void> {
  await callEndpoint('/api/org', API_KEY_ENDPOINTS.revokeApiKey, { params: { keyId } })
}
