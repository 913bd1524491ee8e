import { API_KEY_ENDPOINTS } from '#protocol/org/api-key-endpoints.ts'
import type { IssueApiKeyRequest, IssuedApiKey } from '#protocol/org/api-keys.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

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
