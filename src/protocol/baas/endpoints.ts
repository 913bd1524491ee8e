import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { Scope } from './scopes.ts'
import { PREPARE_ENDPOINTS } from './prepare-endpoints.ts'
import * as wallets from './wallets.ts'
import * as transactions from './transactions.ts'
import { TOKEN_FACT_ENDPOINTS } from './tokens.ts'

/** One row of the endpoint table. `path` is relative to `{base_url}`; `:name` marks a path parameter. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** The scope the key must hold; `null` means any valid key. */
  scope: Scope | null
  /** Its action in the audit log, stable for ever; absent for reads. */
  action?: string
  body?: z.ZodMiniType
  query?: z.ZodMiniType
  params?: z.ZodMiniType
  answer: z.ZodMiniType
  /** With `Accept: text/event-stream` these are streamed one by one, without the envelope. */
  streamed?: z.ZodMiniType
  summary: string
  /** Its own errors beyond those of every endpoint, in the order of its checks. Documentation only. */
  errors?: readonly ErrorCode[]
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
    errors: [
      'INVALID_PUBLIC_KEY',
      'RP_ID_HASH_NOT_REGISTERED',
      'TOKEN_UNREADABLE',
      'CHAIN_FAILED',
      'CHAIN_TIMEOUT',
    ],
  },
  requestEmailVerification: {
    method: 'POST',
    path: '/wallets/request-email-verification',
    scope: 'wallet:create',
    action: 'email-verification.requested',
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
    action: 'wallet.created',
    body: wallets.createWalletRequestSchema,
    answer: wallets.createWalletResultSchema,
    summary: 'Create a wallet',
    errors: [
      'INVALID_PUBLIC_KEY',
      'RP_ID_HASH_NOT_REGISTERED',
      'WALLET_ALREADY_DEPLOYED',
      'INSUFFICIENT_FEE_BALANCE',
      'INVALID_VERIFICATION_CODE',
      'TOKEN_UNREADABLE',
      'TRANSACTION_REVERTS',
      'GAS_BUDGET_EXHAUSTED',
      'CHAIN_FAILED',
      'CHAIN_TIMEOUT',
    ],
  },
  ...PREPARE_ENDPOINTS,
  ...TOKEN_FACT_ENDPOINTS,
  executeTransaction: {
    method: 'POST',
    path: '/transactions/execute',
    scope: 'transaction:execute',
    action: 'transaction.executed',
    body: transactions.executeRequestSchema,
    answer: transactions.executeResultSchema,
    summary: 'Execute a passkey-signed transaction',
    errors: [
      'WALLET_NOT_OWNED',
      'CALL_MISSING',
      'CALL_INVALID',
      'CALL_DISAGREES',
      'TRANSACTION_EXPIRED',
      'EXPIRATION_TOO_FAR',
      'FEE_REFUSED',
      'INVALID_SIGNATURE',
      'APPROVAL_TIME_TOO_SHORT',
      'TRANSACTION_REVERTS',
      'GAS_BUDGET_EXHAUSTED',
      'CHAIN_FAILED',
      'CHAIN_TIMEOUT',
    ],
  },
} as const satisfies Record<string, Endpoint>
