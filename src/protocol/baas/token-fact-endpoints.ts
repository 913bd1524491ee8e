import * as tokens from './tokens.ts'

/** What is known of tokens. Source: spec "Endpoints". */
export const TOKEN_FACT_ENDPOINTS = {
  listAllowedTokens: {
    method: 'GET',
    path: '/tokens/allowed',
    scope: 'domain:read',
    answer: tokens.allowedTokenListSchema,
    summary: 'List the default allowed tokens',
  },
  resolveToken: {
    method: 'POST',
    path: '/tokens/resolve',
    scope: 'wallet:read',
    body: tokens.resolveTokenRequestSchema,
    answer: tokens.resolvedTokenSchema,
    summary: 'Read a token’s name, symbol and decimals from the chain',
    errors: ['TOKEN_UNREADABLE', 'CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  },
} as const
