import { queryOptions } from '@tanstack/react-query'
import {
  API_KEY_ENDPOINTS,
  type AllowListDryRun,
  type ApiKey,
  type IssueApiKeyRequest,
  type IssuedApiKey,
  type UpdateApiKeyRequest,
} from '#protocol/org/api-keys.ts'
import { consoleKeyListSchema } from '#protocol/org/console-api.ts'
import { callApi, callEndpoint } from '#web/console/lib/api.ts'

export const apiKeysQuery = () =>
  queryOptions({
    queryKey: ['api-keys'],
    queryFn: ({ signal }) => callEndpoint('/api/org', API_KEY_ENDPOINTS.listApiKeys, { signal }),
  })

export const apiKeyUsageQuery = (keyId: string) =>
  queryOptions({
    queryKey: ['api-keys', keyId, 'usage'],
    queryFn: ({ signal }) =>
      callEndpoint('/api/org', API_KEY_ENDPOINTS.getApiKeyUsage, { params: { keyId }, signal }),
  })

/** The keys that this console itself uses. */
export const consoleKeysQuery = () =>
  queryOptions({
    queryKey: ['console-keys'],
    queryFn: ({ signal }) =>
      callApi({ method: 'GET', path: '/api/console-keys', answer: consoleKeyListSchema, signal }),
  })

/** Only this answer holds the secret: no cache may store it. */
export function issueApiKey(body: IssueApiKeyRequest, idempotencyKey: string): Promise<IssuedApiKey> {
  return callEndpoint('/api/org', API_KEY_ENDPOINTS.issueApiKey, { body, idempotencyKey })
}

/** Absent fields stay as they are. */
export function updateApiKey(keyId: string, body: UpdateApiKeyRequest): Promise<ApiKey> {
  return callEndpoint('/api/org', API_KEY_ENDPOINTS.updateApiKey, { params: { keyId }, body })
}

/** Only this answer holds the new secret: no cache may store it. */
export function rotateApiKey(
  keyId: string,
  graceSeconds: number,
  idempotencyKey: string,
): Promise<IssuedApiKey> {
  return callEndpoint('/api/org', API_KEY_ENDPOINTS.rotateApiKey, {
    params: { keyId },
    body: { graceSeconds },
    idempotencyKey,
  })
}

export async function revokeApiKey(keyId: string): Promise<void> {
  await callEndpoint('/api/org', API_KEY_ENDPOINTS.revokeApiKey, { params: { keyId } })
}

/** The list's refusals in the last 30 days, hypothetically. It changes nothing. */
export function dryRunAllowList(keyId: string, ranges: string[]): Promise<AllowListDryRun> {
  return callEndpoint('/api/org', API_KEY_ENDPOINTS.dryRunAllowList, { params: { keyId }, body: { ranges } })
}
