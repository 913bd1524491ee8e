import { TOKEN_ENDPOINTS } from '#protocol/org/token-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

export async function removeToken(address: string): Promise<void> {
  await callEndpoint('/api/org', TOKEN_ENDPOINTS.removeToken, { params: { address } })
}
