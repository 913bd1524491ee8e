import { API_KEY_ENDPOINTS } from '#shared/org/api-key-endpoints.ts'
import { callEndpoint } from '#console/lib/api.ts'

export async function revokeApiKey(keyId: string): Promise<void> {
  await callEndpoint('/api/org', API_KEY_ENDPOINTS.revokeApiKey, { params: { keyId } })
}
