import { API_KEY_ENDPOINTS } from '#protocol/org/api-key-endpoints.ts'
import type { IssuedApiKey } from '#protocol/org/api-keys.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

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
