import * as z from 'zod/mini'
import type { Endpoint } from '#protocol/baas/endpoints.ts'
import { uuidSchema } from '#protocol/baas/fields.ts'
import * as usage from './api-key-usage.ts'
import * as keys from './api-keys.ts'

const keyParams = z.strictObject({ keyId: uuidSchema })

/** The organization's API keys under `/v1/org` (ADR 0005). */
export const API_KEY_ENDPOINTS = {
  listApiKeys: {
    method: 'GET',
    path: '/keys',
    scope: 'org:manage',
    answer: keys.apiKeyListSchema,
    summary: 'List API keys, newest first, never their secrets',
  },
  issueApiKey: {
    method: 'POST',
    path: '/keys',
    scope: 'org:manage',
    action: 'api-key.issued',
    body: keys.issueApiKeyRequestSchema,
    answer: keys.issuedApiKeySchema,
    summary: 'Issue an API key; the secret is in this answer only',
    errors: ['SCOPES_NOT_HELD'],
  },
  updateApiKey: {
    method: 'PUT',
    path: '/keys/:keyId',
    scope: 'org:manage',
    action: 'api-key.updated',
    params: keyParams,
    body: keys.updateApiKeyRequestSchema,
    answer: keys.apiKeySchema,
    summary: 'Change the label, the IP allow-list or the request limit of an API key, or end its alarm',
    errors: ['CONFLICT'],
  },
  rotateApiKey: {
    method: 'POST',
    path: '/keys/:keyId/rotate',
    scope: 'org:manage',
    action: 'api-key.rotated',
    params: keyParams,
    body: keys.rotateApiKeyRequestSchema,
    answer: keys.issuedApiKeySchema,
    summary: 'Replace an API key by a new one; the old secret goes on for a grace period',
    errors: ['SCOPES_NOT_HELD'],
  },
  revokeApiKey: {
    method: 'DELETE',
    path: '/keys/:keyId',
    scope: 'org:manage',
    action: 'api-key.revoked',
    params: keyParams,
    answer: keys.apiKeySchema,
    summary: 'Revoke an API key at once',
    errors: ['CONFLICT'],
  },
  getApiKeyUsage: {
    method: 'GET',
    path: '/keys/:keyId/usage',
    scope: 'org:manage',
    params: keyParams,
    answer: usage.apiKeyUsageSchema,
    summary: 'Read how an API key was used in the last 30 days: days, scopes, endpoints and addresses',
  },
  dryRunAllowList: {
    method: 'POST',
    path: '/keys/:keyId/allow-list-dry-run',
    scope: 'org:manage',
    params: keyParams,
    body: usage.dryRunAllowListRequestSchema,
    answer: usage.allowListDryRunSchema,
    summary: 'Tell which requests of the last 30 days an IP allow-list would have refused',
  },
} as const satisfies Record<string, Endpoint>
