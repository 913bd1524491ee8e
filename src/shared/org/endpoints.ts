import * as z from 'zod/mini'
import { uuidSchema } from '#shared/baas/fields.ts'
import { SPEC_ENDPOINTS, type Endpoint } from '#shared/baas/endpoints.ts'
import { API_KEY_ENDPOINTS } from './api-key-endpoints.ts'
import { APPROVAL_ENDPOINTS } from './approval-endpoints.ts'
import { DOMAIN_ENDPOINTS } from './domain-endpoints.ts'
import { CLOCK_ENDPOINTS } from './clock-endpoints.ts'
import { GAS_ENDPOINTS } from './gas-endpoints.ts'
import { HOLDING_ENDPOINTS } from './holding-endpoints.ts'
import * as organization from './organization.ts'
import { RECEIPT_ENDPOINTS } from './receipt-endpoints.ts'
import * as transactions from './transactions.ts'
import { TOKEN_ENDPOINTS } from './token-endpoints.ts'
import { USAGE_ENDPOINTS } from './usage-endpoints.ts'
import { WALLET_ENDPOINTS } from './wallet-endpoints.ts'
import { WEBHOOK_ENDPOINTS } from './webhook-endpoints.ts'

/** Every endpoint under `{base_url}`: the specification's and profile 8's. */
export const BAAS_ENDPOINTS = {
  ...SPEC_ENDPOINTS,
  ...WALLET_ENDPOINTS,
  ...HOLDING_ENDPOINTS,
  getTransaction: {
    method: 'GET',
    path: '/transactions/:transactionUuid',
    scope: 'wallet:read',
    params: z.strictObject({ transactionUuid: uuidSchema }),
    answer: transactions.transactionSchema,
    summary: 'Read a transaction and its status',
    errors: ['NOT_FOUND'],
  },
  listTransactions: {
    method: 'GET',
    path: '/transactions',
    scope: 'wallet:read',
    query: transactions.listTransactionsQuerySchema,
    answer: transactions.transactionListSchema,
    summary: 'List transactions, newest first',
  },
  getConfig: {
    method: 'GET',
    path: '/config',
    scope: null,
    answer: organization.configSchema,
    summary: 'Learn the chain, the factory, the fee and which extensions exist',
  },
} as const satisfies Record<string, Endpoint>

/** The organization settings under `/v1/org`, which the specification mentions and does not show (docs/adr/0004). */
export const ORG_ENDPOINTS = {
  getOrganization: {
    method: 'GET',
    path: '/organization',
    scope: null,
    answer: organization.organizationSchema,
    summary: 'Read the organization that the key belongs to',
  },
  updateOrganization: {
    method: 'PUT',
    path: '/organization',
    scope: 'org:manage',
    body: organization.updateOrganizationRequestSchema,
    answer: organization.organizationSchema,
    summary: 'Change the name of the organization, or where the widget may be framed',
  },
  ...API_KEY_ENDPOINTS,
  ...DOMAIN_ENDPOINTS,
  ...CLOCK_ENDPOINTS,
  ...GAS_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  ...APPROVAL_ENDPOINTS,
  ...RECEIPT_ENDPOINTS,
  ...USAGE_ENDPOINTS,
  ...TOKEN_ENDPOINTS,
  getFees: {
    method: 'GET',
    path: '/fees',
    scope: 'org:manage',
    answer: organization.feeSettingsAnswerSchema,
    summary: 'Read the fee settings',
  },
  setFees: {
    method: 'PUT',
    path: '/fees',
    scope: 'org:manage',
    body: organization.setFeeSettingsRequestSchema,
    answer: organization.feeSettingsAnswerSchema,
    summary: 'Set or clear the fee settings',
    errors: ['TOKEN_UNREADABLE', 'CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  },
} as const satisfies Record<string, Endpoint>
