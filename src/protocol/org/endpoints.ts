import { SPEC_ENDPOINTS, type Endpoint } from '#protocol/baas/endpoints.ts'
import { API_KEY_ENDPOINTS } from './api-keys.ts'
import { APPROVAL_ENDPOINTS } from './approval-endpoints.ts'
import { DOMAIN_ENDPOINTS } from './domains.ts'
import { CONFIG_ENDPOINTS, FEE_ENDPOINTS, ORGANIZATION_ENDPOINTS } from './organization.ts'
import { CLOCK_ENDPOINTS } from './clocks.ts'
import { GAS_ENDPOINTS } from './gas.ts'
import { HOLDING_ENDPOINTS } from './holdings.ts'
import { RECEIPT_ENDPOINTS } from './receipt-endpoints.ts'
import { TRANSACTION_ENDPOINTS } from './transactions.ts'
import { TOKEN_ENDPOINTS } from './tokens.ts'
import { USAGE_ENDPOINTS } from './usage.ts'
import { WALLET_ENDPOINTS } from './wallets.ts'
import { WEBHOOK_ENDPOINTS } from './webhooks.ts'

/** Every endpoint under `{base_url}`: the specification's and profile 8's. */
export const BAAS_ENDPOINTS = {
  ...SPEC_ENDPOINTS,
  ...WALLET_ENDPOINTS,
  ...HOLDING_ENDPOINTS,
  ...TRANSACTION_ENDPOINTS,
  ...CONFIG_ENDPOINTS,
} as const satisfies Record<string, Endpoint>

/** The organization settings under `/v1/org`, mentioned and not shown by the specification (ADR 0006). */
export const ORG_ENDPOINTS = {
  ...ORGANIZATION_ENDPOINTS,
  ...API_KEY_ENDPOINTS,
  ...DOMAIN_ENDPOINTS,
  ...CLOCK_ENDPOINTS,
  ...GAS_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  ...APPROVAL_ENDPOINTS,
  ...RECEIPT_ENDPOINTS,
  ...USAGE_ENDPOINTS,
  ...TOKEN_ENDPOINTS,
  ...FEE_ENDPOINTS,
} as const satisfies Record<string, Endpoint>
