import { ORG_ENDPOINTS } from '#shared/org/endpoints.ts'
import { callEndpoint } from '#console/lib/api.ts'

export async function removeToken(address: string): Promise<void> {
  await callEndpoint('/api/org', ORG_ENDPOINTS.removeToken, { params: { address } })
}
