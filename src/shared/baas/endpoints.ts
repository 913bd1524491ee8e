import type * as z from 'zod/mini'
import type { Scope } from './scopes.ts'
import * as wallets from './wallets.ts'
import * as tokens from './tokens.ts'
import * as transactions from './transactions.ts'

/** One row of the endpoint table. `path` is relative to `{base_url}`; `:name` marks a path parameter. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** The scope the key must hold; `null` means any valid key. */
  scope: Scope | null
  body?: z.ZodMiniType
  query?: z.ZodMiniType
  params?: z.ZodMiniType
  answer: z.ZodMiniType
  summary: string
}

/** The endpoints of the specification, one row each. Source: spec "Endpoints". */
export const SPEC_ENDPOINTS = {
  predictWallet: {
    method: 'POST',
    path: '/wallets/predict',
    scope: 'wallet:create',
    body: wallets.predictWalletRequestSchema,
    answer: wallets.predictWalletResultSchema,
    summary: 'Predict the address and the fee requirements of a wallet',
  },
  requestEmailVerification: {
    method: 'POST',
    path: '/wallets/request-email-verification',
    scope: 'wallet:create',
    body: wallets.requestEmailVerificationSchema,
    answer: wallets.requestEmailVerificationResultSchema,
    summary: 'Email a 6-digit verification code',
  },
  pendingVerification: {
    method: 'GET',
    path: '/wallets/pending-verification',
    scope: 'wallet:create',
    query: wallets.pendingVerificationQuerySchema,
    answer: wallets.pendingVerificationResultSchema,
    summary: 'Tell whether a verification code is waiting for an email address',
  },
  createWallet: {
    method: 'POST',
    path: '/wallets',
    scope: 'wallet:create',
    body: wallets.createWalletRequestSchema,
    answer: wallets.createWalletResultSchema,
    summary: 'Create a wallet',
  },
  prepareErc20Transfer: {
    method: 'POST',
    path: '/tokens/erc20/transfer',
    scope: 'token:transfer',
    body: tokens.prepareErc20TransferRequestSchema,
    answer: tokens.preparedCallSchema,
    summary: 'Prepare a transfer of ERC-20 coins',
  },
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
  },
  executeTransaction: {
    method: 'POST',
    path: '/transactions/execute',
    scope: 'transaction:execute',
    body: transactions.executeRequestSchema,
    answer: transactions.executeResultSchema,
    summary: 'Execute a passkey-signed transaction',
  },
} as const satisfies Record<string, Endpoint>
