import { API_KEY_ENDPOINTS } from '#shared/org/api-key-endpoints.ts'
import type { IssueApiKeyRequest, IssuedApiKey } from '#shared/org/api-keys.ts'
import { callEndpoint } from '#console/lib/api.ts'

/** The answer is the only one that ever holds the secret: it is kept in no cache. */
export async function issueApiKey(
  request: IssueApiKeyRequest,
  idempotencyKey: string,
): Promise<IssuedApiKey> {
  const answer = await callEndpoint('/api/org', API_KEY_ENDPOINTS.issueApiKey, {
    body: request,
    idempotencyKey,
  })
  return answer.content
}
