import { ACCOUNT_ENDPOINTS } from './console/account-endpoints.ts'
import { ADDRESS_BOOK_ENDPOINTS } from './console/address-book-endpoints.ts'
import { CONSOLE_ALERT_ENDPOINTS } from './console/alert-endpoints.ts'
import { AUDIT_ENDPOINTS } from './console/audit-endpoints.ts'
import type { ConsoleEndpoint } from './console/console-endpoint.ts'
import { DEPLOYMENT_ENDPOINTS } from './console/deployment-endpoints.ts'
import { DESCRIPTOR_ENDPOINTS } from './console/descriptor-endpoints.ts'
import { DOCTOR_ENDPOINTS } from './console/doctor-endpoints.ts'
import { EXPORT_ENDPOINTS } from './console/export-endpoints.ts'
import { HOSTED_UPSTREAM_ENDPOINTS } from './console/hosted-upstream-endpoints.ts'
import { CONSOLE_WIDGET_ENDPOINTS, INTEGRATION_ENDPOINTS } from './console/integration-endpoints.ts'
import { JOIN_ENDPOINTS } from './console/join-endpoints.ts'
import { LIVE_ENDPOINTS } from './console/live-endpoints.ts'
import { MEMBER_ENDPOINTS } from './console/member-endpoints.ts'
import { OWN_ORGANIZATION_ENDPOINTS } from './console/own-organization-endpoints.ts'
import { OWN_PASSKEY_ENDPOINTS } from './console/own-passkey-endpoints.ts'
import { SCIM_TOKEN_ENDPOINTS } from './console/scim-endpoints.ts'
import { SEARCH_ENDPOINTS } from './console/search-endpoints.ts'
import { SESSION_ENDPOINTS } from './console/session-endpoints.ts'
import { SIGN_IN_ENDPOINTS } from './console/sign-in-endpoints.ts'
import { STEP_UP_ENDPOINTS } from './console/step-up-endpoints.ts'

/**
 * The endpoints of the console's own server, with role and step-up (ADR 0020). Pages import the table of their
 * subject, so that they load no other schemas.
 */
export const CONSOLE_ENDPOINTS = {
  ...SESSION_ENDPOINTS,
  ...SIGN_IN_ENDPOINTS,
  ...JOIN_ENDPOINTS,
  ...STEP_UP_ENDPOINTS,
  ...OWN_ORGANIZATION_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
  ...OWN_PASSKEY_ENDPOINTS,
  ...MEMBER_ENDPOINTS,
  ...SCIM_TOKEN_ENDPOINTS,
  ...INTEGRATION_ENDPOINTS,
  ...CONSOLE_WIDGET_ENDPOINTS,
  ...DOCTOR_ENDPOINTS,
  ...ADDRESS_BOOK_ENDPOINTS,
  ...SEARCH_ENDPOINTS,
  ...DESCRIPTOR_ENDPOINTS,
  ...AUDIT_ENDPOINTS,
  ...EXPORT_ENDPOINTS,
  ...LIVE_ENDPOINTS,
  ...CONSOLE_ALERT_ENDPOINTS,
  ...DEPLOYMENT_ENDPOINTS,
} as const satisfies Record<string, ConsoleEndpoint>

/** Endpoints that exist only for a hosted service. */
export const HOSTED_CONSOLE_ENDPOINTS = HOSTED_UPSTREAM_ENDPOINTS satisfies Record<string, ConsoleEndpoint>
