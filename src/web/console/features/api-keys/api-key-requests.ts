import { API_KEY_ENDPOINTS, type IssueApiKeyRequest, type UpdateApiKeyRequest } from '#protocol/api-keys.ts'
import { consoleKeyListSchema } from '#protocol/console-api.ts'
import { pathQuery, orgApi } from '#web/console/lib/api.ts'

export const apiKeysQuery = () => orgApi.query(['api-keys'], API_KEY_ENDPOINTS.listApiKeys)

/** The keys that this console itself uses. */
export const consoleKeysQuery = () => pathQuery(['console-keys'], '/api/console-keys', consoleKeyListSchema)

/** Only this answer holds the secret: no cache may store it. */
export function issueApiKey(body: IssueApiKeyRequest, idempotencyKey: string) {
  return orgApi.call(API_KEY_ENDPOINTS.issueApiKey, { body, idempotencyKey })
}

/** Absent fields stay as they are. */
export const updateApiKey = (keyId: string, body: UpdateApiKeyRequest) =>
  orgApi.call(API_KEY_ENDPOINTS.updateApiKey, { params: { keyId }, body })
