import { ORG_ENDPOINTS } from '#shared/org/endpoints.ts'
import type { IssueApiKeyRequest, IssuedApiKey } from '#shared/org/api-keys.ts'
import { callEndpoint } from '#console/lib/api.ts'

/** The answer is the only one that ever holds the secret: it is kept in no cache. */
export async function issueApiKey(request: IssueApiKeyRequest): Promise<IssuedApiKey> {
  const answer = await callEndpoint('/api/org', ORG_ENDPOINTS.issueApiKey, { body: request })
  return answer.content
}
