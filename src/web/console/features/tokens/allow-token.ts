import { TOKEN_ENDPOINTS } from '#protocol/org/token-endpoints.ts'
import type { AllowTokenRequest, OrganizationToken } from '#protocol/org/tokens.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

/** Puts a token on the organization's list, or a removed one back. */
export async function allowToken(address: string, body: AllowTokenRequest): Promise<OrganizationToken> {
  const answer = await callEndpoint('/api/org', TOKEN_ENDPOINTS.allowToken, { params: { address }, body })
  return answer.content
}
