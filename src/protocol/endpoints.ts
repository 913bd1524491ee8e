import { ADDRESS_ENDPOINTS } from './addresses.ts'
import { ALERT_ENDPOINTS } from './alerts.ts'
import { API_KEY_REQUEST_ENDPOINTS } from './api-key-requests.ts'
import { API_KEY_ENDPOINTS } from './api-keys.ts'
import { APPROVAL_ENDPOINTS, RECEIPT_ENDPOINTS } from './approval-endpoints.ts'
import { WALLET_CREATION_ENDPOINTS } from './create-wallet.ts'
import { CONFIG_ENDPOINTS, FEE_ENDPOINTS } from './deployment-config.ts'
import { DOMAIN_ENDPOINTS } from './domains.ts'
import type { ServiceEndpoint } from './endpoint.ts'
import { EXECUTE_ENDPOINTS } from './execute-transaction.ts'
import { MESSAGE_ENDPOINTS } from './held-messages.ts'
import { HOLDING_ENDPOINTS } from './holdings.ts'
import { CLOCK_ENDPOINTS, ORGANIZATION_ENDPOINTS } from './organization.ts'
import { OVERVIEW_ENDPOINTS } from './overview.ts'
import { POLICY_ENDPOINTS } from './policies.ts'
import { PREPARE_ENDPOINTS } from './prepare.ts'
import { SIMULATION_ENDPOINTS } from './simulation.ts'
import { TOKEN_ENDPOINTS, TOKEN_FACT_ENDPOINTS } from './tokens.ts'
import { TRANSACTION_ENDPOINTS } from './transactions.ts'
import { GAS_ENDPOINTS, USAGE_ENDPOINTS } from './usage.ts'
import { WALLET_SUMMARY_ENDPOINTS } from './wallet-summaries.ts'
import { WALLET_ENDPOINTS } from './wallets.ts'
import { WEBHOOK_ENDPOINTS } from './webhooks.ts'

/** The endpoints of the specification, one row each. Source: spec "Endpoints". */
export const SPEC_ENDPOINTS = {
  ...WALLET_CREATION_ENDPOINTS,
  ...PREPARE_ENDPOINTS,
  ...TOKEN_FACT_ENDPOINTS,
  ...EXECUTE_ENDPOINTS,
} as const satisfies Record<string, ServiceEndpoint>

/** Every endpoint under `{base_url}`: those of the specification and of profile 8. */
export const BAAS_ENDPOINTS = {
  ...SPEC_ENDPOINTS,
  // Listed before the endpoint of a single wallet, whose path would match too.
  ...WALLET_SUMMARY_ENDPOINTS,
  ...WALLET_ENDPOINTS,
  ...ADDRESS_ENDPOINTS,
  ...HOLDING_ENDPOINTS,
  ...TRANSACTION_ENDPOINTS,
  ...SIMULATION_ENDPOINTS,
  ...MESSAGE_ENDPOINTS,
  ...CONFIG_ENDPOINTS,
} as const satisfies Record<string, ServiceEndpoint>

/** The organization settings under `/v1/org`, which the specification mentions but does not define (ADR 0006). */
export const ORG_ENDPOINTS = {
  ...ORGANIZATION_ENDPOINTS,
  ...API_KEY_ENDPOINTS,
  ...API_KEY_REQUEST_ENDPOINTS,
  ...DOMAIN_ENDPOINTS,
  ...CLOCK_ENDPOINTS,
  ...GAS_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  ...APPROVAL_ENDPOINTS,
  ...RECEIPT_ENDPOINTS,
  ...USAGE_ENDPOINTS,
  ...OVERVIEW_ENDPOINTS,
  ...ALERT_ENDPOINTS,
  ...TOKEN_ENDPOINTS,
  ...FEE_ENDPOINTS,
  ...POLICY_ENDPOINTS,
} as const satisfies Record<string, ServiceEndpoint>
