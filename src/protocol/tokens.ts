import * as z from 'zod/mini'
import { endpoint, orgEndpoint } from './endpoint.ts'
import {
  addressParams,
  addressSchema,
  anyTextSchema,
  datetimeSchema,
  decimalsSchema,
  nameSchema,
  enumSchema,
} from './fields.ts'
import { TOKEN_STANDARDS } from './token-functions.ts'

/** One item of `GET /tokens/allowed`. Source: spec "Allowed token". */
export const allowedTokenSchema = z.object({
  id: z.string(),
  address: addressSchema,
  name: z.string(),
  symbol: z.string(),
  decimals: decimalsSchema,
  logoUrl: z.string(),
})
export type AllowedToken = z.infer<typeof allowedTokenSchema>
export const allowedTokenListSchema = z.array(allowedTokenSchema)

export const resolveTokenRequestSchema = z.strictObject({ address: addressSchema })
export const resolvedTokenSchema = z.omit(allowedTokenSchema, { id: true, logoUrl: true })
export type ResolvedToken = z.infer<typeof resolvedTokenSchema>

/** Lookups of tokens. Source: spec "Endpoints". */
export const TOKEN_FACT_ENDPOINTS = {
  listAllowedTokens: endpoint('GET', '/tokens/allowed', 'domain:read', {
    specified: true,
    role: 'read-only',
    answer: allowedTokenListSchema,
    summary: 'List the default allowed tokens',
  }),
  resolveToken: endpoint('POST', '/tokens/resolve', 'wallet:read', {
    specified: true,
    role: 'read-only',
    body: resolveTokenRequestSchema,
    answer: resolvedTokenSchema,
    summary: 'Read a token’s name, symbol and decimals from the chain',
    errors: ['TOKEN_UNREADABLE', 'CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  }),
}

export const tokenStandardSchema = enumSchema(TOKEN_STANDARDS)

export const TOKEN_NAME_LENGTH_MAX = 64
export const TOKEN_SYMBOL_LENGTH_MAX = 32
const LOGO_URL_LENGTH_MAX = 2_048

/**
 * A token of the organization's list. `origin`: from the deployment's default list, or added by the
 * organization. `removed`: a default token that the organization has removed. It can be restored.
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
 * A contract's current claims at an address. A field is null if the contract does not respond, or not as a
 * token. Texts are the contract's own claim, made harmless. `hasHiddenText`: invisible characters were removed
 * from them, or they were cut. `isEarlyCollection`: a collection older than ERC-721, such as CryptoKitties,
 * whose `transfer(address,uint256)` takes the number of an item. Its `standard` is null. An older service does
 * not send this field.
 */
export const inspectedTokenSchema = z.object({
  address: addressSchema,
  isContract: z.boolean(),
  standard: z.nullable(tokenStandardSchema),
  name: z.nullable(z.string()),
  symbol: z.nullable(z.string()),
  decimals: z.nullable(decimalsSchema),
  hasHiddenText: z.boolean(),
  isEarlyCollection: z.optional(z.boolean()),
})
export type InspectedToken = z.infer<typeof inspectedTokenSchema>
export const inspectTokenRequestSchema = z.strictObject({ address: addressSchema })

/**
 * Body of `PUT /v1/org/tokens/{address}`. Undefined name and symbol are taken from the contract; decimals
 * always are. `logoUrl`: an https address, or empty for none.
 */
export const allowTokenRequestSchema = z.strictObject({
  standard: tokenStandardSchema,
  name: z.optional(nameSchema(TOKEN_NAME_LENGTH_MAX)),
  symbol: z.optional(nameSchema(TOKEN_SYMBOL_LENGTH_MAX)),
  logoUrl: z.optional(
    anyTextSchema(LOGO_URL_LENGTH_MAX).check(
      z.regex(/^(https:\/\/[^\s"'<>\\]+)?$/, 'must be an https address, or empty'),
    ),
  ),
})
export type AllowTokenRequest = z.infer<typeof allowTokenRequestSchema>

/** The organization's verified tokens, under `/v1/org` (ADR 0006). */
export const TOKEN_ENDPOINTS = {
  listOrganizationTokens: orgEndpoint('GET', '/tokens', 'org:manage', {
    role: 'read-only',
    answer: organizationTokenListSchema,
    summary: 'List the allowed tokens of the organization, and the default ones it has removed',
  }),
  inspectToken: orgEndpoint('POST', '/tokens/inspect', 'org:manage', {
    role: 'read-only',
    body: inspectTokenRequestSchema,
    answer: inspectedTokenSchema,
    summary: 'Read the standard, name, symbol and decimals of an address from the chain',
    errors: ['CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  }),
  allowToken: orgEndpoint('PUT', '/tokens/:address', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'token.allowed',
    params: addressParams,
    body: allowTokenRequestSchema,
    answer: organizationTokenSchema,
    summary: 'Put a token on the organization’s list, change its words, or put a removed one back',
    errors: ['TOKEN_UNREADABLE', 'CONFLICT', 'CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  }),
  removeToken: orgEndpoint('DELETE', '/tokens/:address', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'token.removed',
    params: addressParams,
    answer: organizationTokenSchema,
    summary: 'Take a token off the organization’s list',
    errors: ['NOT_FOUND'],
  }),
}
