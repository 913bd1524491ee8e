import * as z from 'zod/mini'
import { addressSchema, datetimeSchema, rpIdHashSchema, textSchema, uintSchema } from '#shared/baas/fields.ts'
import { SCOPES } from '#shared/baas/scopes.ts'

const scopesSchema = z
  .array(z.enum(SCOPES, `must be one of ${SCOPES.join(', ')}`), 'must be an array of scopes')
  .check(z.minLength(1, 'choose at least one scope'), z.maxLength(SCOPES.length, 'has repeated scopes'))

/** An API key as it is listed: never the secret, only what identifies it. Source: profile 1 (docs/adr/0004). */
export const apiKeySchema = z.object({
  id: z.string(),
  label: z.string(),
  start: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  createdAtDatetime: datetimeSchema,
  expiresAtDatetime: z.nullable(datetimeSchema),
  revokedAtDatetime: z.nullable(datetimeSchema),
  lastUsedAtDatetime: z.nullable(datetimeSchema),
})
export type ApiKey = z.infer<typeof apiKeySchema>
export const apiKeyListSchema = z.array(apiKeySchema)

export const issueApiKeyRequestSchema = z.strictObject({
  label: textSchema(50).check(z.minLength(1, 'must not be empty')),
  scopes: scopesSchema,
  expiresAtDatetime: z.optional(datetimeSchema),
})
export type IssueApiKeyRequest = z.infer<typeof issueApiKeyRequestSchema>
/** `secret` is answered once and stored only as a hash. */
export const issuedApiKeySchema = z.extend(apiKeySchema, { secret: z.string() })
export type IssuedApiKey = z.infer<typeof issuedApiKeySchema>

/** A relying-party domain of the organization. */
export const domainSchema = z.object({
  id: z.string(),
  domain: z.string(),
  rpIdHash: rpIdHashSchema,
  verifiedAtDatetime: z.nullable(datetimeSchema),
})
export type Domain = z.infer<typeof domainSchema>
export const domainListSchema = z.array(domainSchema)

/** Fee settings; `null` means that no fee is charged. `amountPerTransaction` in the smallest unit. */
export const feeSettingsSchema = z.nullable(
  z.strictObject({
    tokenAddress: addressSchema,
    amountPerTransaction: uintSchema,
    withdrawAddress: addressSchema,
  }),
)
export type FeeSettings = z.infer<typeof feeSettingsSchema>
export const feeSettingsAnswerSchema = z.object({ fee: feeSettingsSchema })
export const setFeeSettingsRequestSchema = z.strictObject({ fee: feeSettingsSchema })

/** What a client learns about the deployment. Source: profile 8, `GET /config`. */
export const configSchema = z.object({
  profile: z.literal(1),
  chainId: z.number(),
  factory: addressSchema,
  fee: feeSettingsSchema,
  approvalUrl: z.string(),
  features: z.array(z.string()),
})
export type Config = z.infer<typeof configSchema>

export const organizationSchema = z.object({ id: z.string(), name: z.string(), sandbox: z.boolean() })
export type Organization = z.infer<typeof organizationSchema>
