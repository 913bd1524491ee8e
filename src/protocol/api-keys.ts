import * as z from 'zod/mini'
import { orgEndpoint, SCOPES } from './endpoint.ts'
import { datetimeSchema, labelSchema, enumSchema, textSchema, uuidSchema } from './fields.ts'
import {
  IP_RANGES_MAX,
  REQUESTS_PER_MINUTE_MAX,
  ROTATION_GRACE_SECONDS_DEFAULT,
  ROTATION_GRACE_SECONDS_MAX,
} from './limits.ts'

const scopesSchema = z.array(enumSchema(SCOPES), 'must be an array of scopes').check(
  z.minLength(1, 'choose at least one scope'),
  z.maxLength(SCOPES.length, { error: 'must not repeat a scope', abort: true }),
  z.refine((scopes) => new Set(scopes).size === scopes.length, 'must not repeat a scope'),
)

/** `staged`: requests from other addresses are recorded but pass, to test a list before it is enforced. */
export const IP_ALLOW_LIST_MODES = ['off', 'staged', 'enforced'] as const
export type IpAllowListMode = (typeof IP_ALLOW_LIST_MODES)[number]

/** Addresses and CIDR ranges, IPv4 and IPv6, from which a key may be used. Source: ADR 0005. */
export const ipAllowListSchema = z.strictObject({
  mode: enumSchema(IP_ALLOW_LIST_MODES),
  ranges: z
    .array(z.string('must be a string'), 'must be an array of addresses and ranges')
    .check(z.maxLength(IP_RANGES_MAX, `must be at most ${IP_RANGES_MAX} ranges`)),
})
export type IpAllowList = z.infer<typeof ipAllowListSchema>

/** Rate limit of a key, in requests per minute. Never higher than the organization's rate limit. */
const requestsPerMinuteSchema = z
  .int('must be a whole number')
  .check(
    z.minimum(1, 'must be at least 1'),
    z.maximum(REQUESTS_PER_MINUTE_MAX, `must be at most ${REQUESTS_PER_MINUTE_MAX}`),
  )

/**
 * An API key in lists: never the secret, only what identifies it. Older services omit the optional
 * fields. Source: profile 1 (ADR 0005).
 */
export const apiKeySchema = z.object({
  id: z.string(),
  label: z.string(),
  start: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  createdAtDatetime: datetimeSchema,
  /** Only set on a rotated key: the end of its grace period. */
  expiresAtDatetime: z.nullable(datetimeSchema),
  revokedAtDatetime: z.nullable(datetimeSchema),
  lastUsedAtDatetime: z.nullable(datetimeSchema),
  /** Null if the key was not used yet, or was last used from within the server itself. */
  lastUsedIp: z.optional(z.nullable(z.string())),
  ipAllowList: z.optional(ipAllowListSchema),
  /**
   * The last request from outside the allowlist. It was refused in mode `enforced` and only recorded
   * in mode `staged`.
   */
  lastRefusedAtDatetime: z.optional(z.nullable(datetimeSchema)),
  lastRefusedIp: z.optional(z.nullable(z.string())),
  /** Null means the deployment's default. */
  requestsPerMinute: z.optional(z.nullable(requestsPerMinuteSchema)),
  /** The key that replaced this one in a rotation. */
  replacedByKeyId: z.optional(z.nullable(uuidSchema)),
  /** Time of the last alarm, which is raised when a browser sends this key. */
  exposedAtDatetime: z.optional(z.nullable(datetimeSchema)),
  /** Time at which a person dismissed the alarm. A later alarm is shown again. */
  exposureDismissedAtDatetime: z.optional(z.nullable(datetimeSchema)),
  /** The issuer, as named by the caller. Null if the caller named none. */
  createdBy: z.optional(z.nullable(z.string())),
  /** Start of the period in which the key's requests were counted. Only set in lists, like `unusedScopes`. */
  usageSinceDatetime: z.optional(datetimeSchema),
  /** Scopes of the key that none of the requests counted in the last 30 days needed. */
  unusedScopes: z.optional(z.array(z.enum(SCOPES))),
})
export type ApiKey = z.infer<typeof apiKeySchema>
export const apiKeyListSchema = z.array(apiKeySchema)

/** The name of the key's requester, for display only. */
const createdBySchema = textSchema(100)

export const issueApiKeyRequestSchema = z.strictObject({
  label: labelSchema(50),
  scopes: scopesSchema,
  expiresAtDatetime: z.optional(datetimeSchema),
  ipAllowList: z.optional(ipAllowListSchema),
  requestsPerMinute: z.optional(requestsPerMinuteSchema),
  createdBy: z.optional(createdBySchema),
})
export type IssueApiKeyRequest = z.infer<typeof issueApiKeyRequestSchema>
/** `secret` is returned once and stored only as a hash. */
export const issuedApiKeySchema = z.extend(apiKeySchema, { secret: z.string() })
export type IssuedApiKey = z.infer<typeof issuedApiKeySchema>

/** Body of `PUT /v1/org/keys/{keyId}`. Undefined fields stay unchanged. The expiry never changes. */
export const updateApiKeyRequestSchema = z.strictObject({
  label: z.optional(labelSchema(50)),
  scopes: z.optional(scopesSchema),
  ipAllowList: z.optional(ipAllowListSchema),
  /** Null removes the key's own limit. */
  requestsPerMinute: z.optional(z.nullable(requestsPerMinuteSchema)),
  /** Dismisses the current alarm (`exposedAtDatetime`). */
  exposureDismissed: z.optional(z.literal(true, 'must be true')),
})
export type UpdateApiKeyRequest = z.infer<typeof updateApiKeyRequestSchema>

/** Body of `POST /v1/org/keys/{keyId}/rotate`: the grace period of the old secret, in seconds. */
export const rotateApiKeyRequestSchema = z.strictObject({
  graceSeconds: z.prefault(
    z
      .int('must be a whole number of seconds')
      .check(
        z.minimum(0, 'must not be negative'),
        z.maximum(ROTATION_GRACE_SECONDS_MAX, `must be at most ${ROTATION_GRACE_SECONDS_MAX} (30 days)`),
      ),
    ROTATION_GRACE_SECONDS_DEFAULT,
  ),
  createdBy: z.optional(createdBySchema),
})

const keyParams = z.strictObject({ keyId: uuidSchema })

/** The organization's API keys under `/v1/org` (ADR 0005). */
export const API_KEY_ENDPOINTS = {
  listApiKeys: orgEndpoint('GET', '/keys', 'org:manage', {
    role: 'read-only',
    answer: apiKeyListSchema,
    summary: 'List API keys, newest first, never their secrets',
  }),
  issueApiKey: orgEndpoint('POST', '/keys', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'api-key.issued',
    body: issueApiKeyRequestSchema,
    answer: issuedApiKeySchema,
    summary: 'Issue an API key; only this response contains the secret',
    errors: ['SCOPES_NOT_HELD'],
  }),
  updateApiKey: orgEndpoint('PUT', '/keys/:keyId', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'api-key.updated',
    params: keyParams,
    body: updateApiKeyRequestSchema,
    answer: apiKeySchema,
    summary: 'Change the label, scopes, IP allow-list or request limit of an API key, or end its alarm',
    errors: ['SCOPES_NOT_HELD', 'CONFLICT'],
  }),
  rotateApiKey: orgEndpoint('POST', '/keys/:keyId/rotate', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'api-key.rotated',
    params: keyParams,
    body: rotateApiKeyRequestSchema,
    answer: issuedApiKeySchema,
    summary: 'Replace an API key by a new one; the old secret goes on for a grace period',
    errors: ['SCOPES_NOT_HELD'],
  }),
  revokeApiKey: orgEndpoint('DELETE', '/keys/:keyId', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'api-key.revoked',
    params: keyParams,
    answer: apiKeySchema,
    summary: 'Revoke an API key at once',
    errors: ['CONFLICT'],
  }),
}
