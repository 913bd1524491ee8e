import * as z from 'zod/mini'
import { datetimeSchema, textSchema, uuidSchema } from '#protocol/baas/fields.ts'
import {
  IP_RANGES_MAX,
  REQUESTS_PER_MINUTE_MAX,
  ROTATION_GRACE_SECONDS_DEFAULT,
  ROTATION_GRACE_SECONDS_MAX,
} from '#protocol/baas/limits.ts'
import { SCOPES } from '#protocol/baas/scopes.ts'

const scopesSchema = z
  .array(z.enum(SCOPES, `must be one of ${SCOPES.join(', ')}`), 'must be an array of scopes')
  .check(z.minLength(1, 'choose at least one scope'), z.maxLength(SCOPES.length, 'has repeated scopes'))

/** `staged`: requests from elsewhere are noted and pass, so that a list can be tried before it is enforced. */
export const IP_ALLOW_LIST_MODES = ['off', 'staged', 'enforced'] as const
export type IpAllowListMode = (typeof IP_ALLOW_LIST_MODES)[number]

/** From where a key may be used: addresses and CIDR ranges, IPv4 and IPv6. Source: ADR 0005. */
export const ipAllowListSchema = z.strictObject({
  mode: z.enum(IP_ALLOW_LIST_MODES, `must be one of ${IP_ALLOW_LIST_MODES.join(', ')}`),
  ranges: z
    .array(z.string('must be a string'), 'must be an array of addresses and ranges')
    .check(z.maxLength(IP_RANGES_MAX, `must be at most ${IP_RANGES_MAX} ranges`)),
})
export type IpAllowList = z.infer<typeof ipAllowListSchema>

/** All requests of a key within a minute; never more than its organization's. */
const requestsPerMinuteSchema = z
  .int('must be a whole number')
  .check(
    z.minimum(1, 'must be at least 1'),
    z.maximum(REQUESTS_PER_MINUTE_MAX, `must be at most ${REQUESTS_PER_MINUTE_MAX}`),
  )

/**
 * An API key as it is listed: never the secret, only what identifies it. The optional fields are those that
 * an older service does not answer. Source: profile 1 (ADR 0005).
 */
export const apiKeySchema = z.object({
  id: z.string(),
  label: z.string(),
  start: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  createdAtDatetime: datetimeSchema,
  /** A rotated key ends here: at the end of its grace period. */
  expiresAtDatetime: z.nullable(datetimeSchema),
  revokedAtDatetime: z.nullable(datetimeSchema),
  lastUsedAtDatetime: z.nullable(datetimeSchema),
  /** Null: not used yet, or from within the server itself. */
  lastUsedIp: z.optional(z.nullable(z.string())),
  ipAllowList: z.optional(ipAllowListSchema),
  /** The last request from outside the allow-list: refused when it is enforced, only noted when it is staged. */
  lastRefusedAtDatetime: z.optional(z.nullable(datetimeSchema)),
  lastRefusedIp: z.optional(z.nullable(z.string())),
  /** Null: the default of the deployment. */
  requestsPerMinute: z.optional(z.nullable(requestsPerMinuteSchema)),
  /** The key that rotation made of this one. */
  replacedByKeyId: z.optional(z.nullable(uuidSchema)),
  /** When the last alarm was raised that a browser had sent this key. */
  exposedAtDatetime: z.optional(z.nullable(datetimeSchema)),
  /** When somebody said that the alarm was looked into; a later alarm counts again. */
  exposureDismissedAtDatetime: z.optional(z.nullable(datetimeSchema)),
  /** Who issued it, as the caller named them; null where nobody was named. */
  createdBy: z.optional(z.nullable(z.string())),
  /** From when on its requests are counted; in lists only, as `unusedScopes`. */
  usageSinceDatetime: z.optional(datetimeSchema),
  /** Scopes that none of its counted requests of the last 30 days needed. */
  unusedScopes: z.optional(z.array(z.enum(SCOPES))),
})
export type ApiKey = z.infer<typeof apiKeySchema>
export const apiKeyListSchema = z.array(apiKeySchema)

/** The name of the person who asked for the key: shown, and nothing else. */
const createdBySchema = textSchema(100)
const labelSchema = textSchema(50).check(z.minLength(1, 'must not be empty'))

export const issueApiKeyRequestSchema = z.strictObject({
  label: labelSchema,
  scopes: scopesSchema,
  expiresAtDatetime: z.optional(datetimeSchema),
  ipAllowList: z.optional(ipAllowListSchema),
  requestsPerMinute: z.optional(requestsPerMinuteSchema),
  createdBy: z.optional(createdBySchema),
})
export type IssueApiKeyRequest = z.infer<typeof issueApiKeyRequestSchema>
/** `secret` is answered once and stored only as a hash. */
export const issuedApiKeySchema = z.extend(apiKeySchema, { secret: z.string() })
export type IssuedApiKey = z.infer<typeof issuedApiKeySchema>

/** Body of `PUT /v1/org/keys/{keyId}`: what is left out stays as it is. Scopes and expiry never change. */
export const updateApiKeyRequestSchema = z.strictObject({
  label: z.optional(labelSchema),
  ipAllowList: z.optional(ipAllowListSchema),
  /** Null takes the key's own limit away. */
  requestsPerMinute: z.optional(z.nullable(requestsPerMinuteSchema)),
  /** Says that the present alarm (`exposedAtDatetime`) was looked into. */
  exposureDismissed: z.optional(z.literal(true, 'must be true')),
})
export type UpdateApiKeyRequest = z.infer<typeof updateApiKeyRequestSchema>

/** Body of `POST /v1/org/keys/{keyId}/rotate`: for how long the old secret goes on, in seconds. */
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
export type RotateApiKeyRequest = z.infer<typeof rotateApiKeyRequestSchema>
