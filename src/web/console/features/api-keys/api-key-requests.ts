import { API_KEY_ENDPOINTS, type IssueApiKeyRequest, type UpdateApiKeyRequest } from '#protocol/api-keys.ts'
import { DEPLOYMENT_ENDPOINTS } from '#protocol/console/deployment-endpoints.ts'
import { consoleApi, orgApi } from '#web/console/lib/api.ts'
import type { RowContent, RowQuery } from '#web/console/lib/row-query.ts'

export const apiKeysQuery = (): RowQuery<typeof API_KEY_ENDPOINTS.listApiKeys> =>
  orgApi.query(['api-keys'], API_KEY_ENDPOINTS.listApiKeys)

/** Keys that the console itself uses. */
export const consoleKeysQuery = (): RowQuery<typeof DEPLOYMENT_ENDPOINTS.listConsoleKeys> =>
  consoleApi.query(['console-keys'], DEPLOYMENT_ENDPOINTS.listConsoleKeys)

/** Only this response contains the secret, so no cache may store it. */
export function issueApiKey(
  body: IssueApiKeyRequest,
  idempotencyKey: string,
): Promise<RowContent<typeof API_KEY_ENDPOINTS.issueApiKey>> {
  return orgApi.call(API_KEY_ENDPOINTS.issueApiKey, { body, idempotencyKey })
}

/** Changes the given fields. Undefined fields stay unchanged. */
export const updateApiKey = (
  keyId: string,
  body: UpdateApiKeyRequest,
): Promise<RowContent<typeof API_KEY_ENDPOINTS.updateApiKey>> =>
  orgApi.call(API_KEY_ENDPOINTS.updateApiKey, { params: { keyId }, body })
