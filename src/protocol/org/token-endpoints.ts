import * as z from 'zod/mini'
import type { Endpoint } from '#protocol/baas/endpoints.ts'
import { addressSchema } from '#protocol/baas/fields.ts'
import * as tokens from './tokens.ts'

const params = z.strictObject({ address: addressSchema })

/** The tokens that an organization vouches for, under `/v1/org` (ADR 0006). */
export const TOKEN_ENDPOINTS = {
  listOrganizationTokens: {
    method: 'GET',
    path: '/tokens',
    scope: 'org:manage',
    answer: tokens.organizationTokenListSchema,
    summary: 'List the allowed tokens of the organization, and the default ones it has removed',
  },
  inspectToken: {
    method: 'POST',
    path: '/tokens/inspect',
    scope: 'org:manage',
    body: tokens.inspectTokenRequestSchema,
    answer: tokens.inspectedTokenSchema,
    summary: 'Ask the chain what an address is: its standard, name, symbol and decimals',
    errors: ['CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  },
  allowToken: {
    method: 'PUT',
    path: '/tokens/:address',
    scope: 'org:manage',
    action: 'token.allowed',
    params,
    body: tokens.allowTokenRequestSchema,
    answer: tokens.organizationTokenSchema,
    summary: 'Put a token on the organization’s list, change its words, or put a removed one back',
    errors: ['TOKEN_UNREADABLE', 'CONFLICT', 'CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  },
  removeToken: {
    method: 'DELETE',
    path: '/tokens/:address',
    scope: 'org:manage',
    action: 'token.removed',
    params,
    answer: tokens.organizationTokenSchema,
    summary: 'Take a token off the organization’s list',
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, Endpoint>
