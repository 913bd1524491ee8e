import * as z from 'zod/mini'
import { addressSchema, datetimeSchema, decimalsSchema, textSchema } from '#protocol/baas/fields.ts'
import { allowedTokenSchema } from '#protocol/baas/tokens.ts'
import { TOKEN_STANDARDS } from '#protocol/token-functions.ts'
import type { Endpoint } from '#protocol/baas/endpoints.ts'

export const tokenStandardSchema = z.enum(TOKEN_STANDARDS, `must be one of ${TOKEN_STANDARDS.join(', ')}`)

export const TOKEN_NAME_LENGTH_MAX = 64
export const TOKEN_SYMBOL_LENGTH_MAX = 32
const LOGO_URL_LENGTH_MAX = 2_048

/**
 * A token of the organization's list. `origin`: from the deployment's default list, or put there by the organization.
 * `removed`: a default token that the organization has taken off; it can be put back.
 */
export const organizationTokenSchema = z.extend(allowedTokenSchema, {
  standard: tokenStandardSchema,
  origin: z.enum(['default', 'organization']),
  removed: z.boolean(),
  addedAtDatetime: datetimeSchema,
})
export type OrganizationToken = z.infer<typeof organizationTokenSchema>
export const organizationTokenListSchema = z.array(organizationTokenSchema)

/**
 * What the chain says of an address now. `null` is what a contract does not answer, or not in the form of a token.
 * The words are the contract's own claim, made harmless to show; `hasHiddenText`: invisible characters were taken out
 * of them, or they were cut.
 */
export const inspectedTokenSchema = z.object({
  address: addressSchema,
  isContract: z.boolean(),
  standard: z.nullable(tokenStandardSchema),
  name: z.nullable(z.string()),
  symbol: z.nullable(z.string()),
  decimals: z.nullable(decimalsSchema),
  hasHiddenText: z.boolean(),
})
export type InspectedToken = z.infer<typeof inspectedTokenSchema>
export const inspectTokenRequestSchema = z.strictObject({ address: addressSchema })

const words = (lengthMax: number) => textSchema(lengthMax).check(z.regex(/\S/, 'must not be empty'))

/**
 * Body of `PUT /v1/org/tokens/{address}`. Name and symbol are the contract's where they are left out, decimals always.
 * `logoUrl`: an https address, or empty for none.
 */
export const allowTokenRequestSchema = z.strictObject({
  standard: tokenStandardSchema,
  name: z.optional(words(TOKEN_NAME_LENGTH_MAX)),
  symbol: z.optional(words(TOKEN_SYMBOL_LENGTH_MAX)),
  logoUrl: z.optional(
    z
      .string('must be a string')
      .check(
        z.maxLength(LOGO_URL_LENGTH_MAX, `must be at most ${LOGO_URL_LENGTH_MAX} characters`),
        z.regex(/^(https:\/\/[^\s"'<>\\]+)?$/, 'must be an https address, or empty'),
      ),
  ),
})
export type AllowTokenRequest = z.infer<typeof allowTokenRequestSchema>

const params = z.strictObject({ address: addressSchema })

/** The tokens that an organization vouches for, under `/v1/org` (ADR 0006). */
export const TOKEN_ENDPOINTS = {
  listOrganizationTokens: {
    method: 'GET',
    path: '/tokens',
    scope: 'org:manage',
    answer: organizationTokenListSchema,
    summary: 'List the allowed tokens of the organization, and the default ones it has removed',
  },
  inspectToken: {
    method: 'POST',
    path: '/tokens/inspect',
    scope: 'org:manage',
    body: inspectTokenRequestSchema,
    answer: inspectedTokenSchema,
    summary: 'Ask the chain what an address is: its standard, name, symbol and decimals',
    errors: ['CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  },
  allowToken: {
    method: 'PUT',
    path: '/tokens/:address',
    scope: 'org:manage',
    action: 'token.allowed',
    params,
    body: allowTokenRequestSchema,
    answer: organizationTokenSchema,
    summary: 'Put a token on the organization’s list, change its words, or put a removed one back',
    errors: ['TOKEN_UNREADABLE', 'CONFLICT', 'CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  },
  removeToken: {
    method: 'DELETE',
    path: '/tokens/:address',
    scope: 'org:manage',
    action: 'token.removed',
    params,
    answer: organizationTokenSchema,
    summary: 'Take a token off the organization’s list',
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, Endpoint>
