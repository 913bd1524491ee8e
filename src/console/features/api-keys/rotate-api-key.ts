import { API_KEY_ENDPOINTS } from '#shared/org/api-key-endpoints.ts'
import type { IssuedApiKey } from '#shared/org/api-keys.ts'
import { callEndpoint } from '#console/lib/api.ts'

/** The answer is the only one that ever holds the new secret: it is kept in no cache. */
export async function rotateApiKey(
  keyId: string,
  graceSeconds: number,
  idempotencyKey: string,
): Promise<IssuedApiKey> {
  const answer = await callEndpoint('/api/org', API_KEY_ENDPOINTS.rotateApiKey, {
    params: { keyId },
    body: { graceSeconds },
    idempotencyKey,
  })
  return answer.content
}
