import { ORG_ENDPOINTS } from '#shared/org/endpoints.ts'
import { callEndpoint } from '#console/lib/api.ts'

export async function revokeApiKey(keyId: string): Promise<void> {
  await callEndpoint('/api/org', ORG_ENDPOINTS.revokeApiKey, { params: { keyId } })
}
