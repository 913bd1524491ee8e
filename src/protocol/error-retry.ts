import type { BffErrorCode, ErrorCode } from './errors.ts'

/**
 * Whether the same request may succeed when it is sent again. `never`: the request or the state has to change
 * first. `signed-in`: after a passkey sign-in. `later`: after a while, or after something else is done.
 * `at-once`: the chain or a service was briefly unreachable, so reads are repeated automatically.
 */
export type Retry = 'never' | 'signed-in' | 'later' | 'at-once'

/** Retry rule of each error code. It has its own file because pages need it without the error texts. */
export const ERROR_RETRY: Readonly<Record<ErrorCode | BffErrorCode, Retry>> = {
  VALIDATION_FAILED: 'never',
  INVALID_VERIFICATION_CODE: 'never',
  INVALID_PUBLIC_KEY: 'never',
  RP_ID_HASH_NOT_REGISTERED: 'never',
  WALLET_ALREADY_DEPLOYED: 'never',
  INSUFFICIENT_FEE_BALANCE: 'later',
  TRANSACTION_EXPIRED: 'never',
  EXPIRATION_TOO_FAR: 'never',
  CALL_MISSING: 'never',
  CALL_INVALID: 'never',
  CALL_DISAGREES: 'never',
  INVALID_SIGNATURE: 'never',
  FEE_REFUSED: 'never',
  TRANSACTION_REVERTS: 'never',
  RECIPIENT_CANNOT_RECEIVE: 'never',
  APPROVAL_TIME_TOO_SHORT: 'never',
  CO_SIGNATURE_MISSING: 'never',
  TOKEN_UNREADABLE: 'never',
  BATCH_LENGTHS_DIFFER: 'never',
  BATCH_TOO_LARGE: 'never',
  INVALID_JSON: 'never',
  APPROVAL_PASSKEY_REFUSED: 'never',
  APPROVAL_CEREMONY_OVER: 'never',
  INVALID_API_KEY: 'never',
  APPROVER_SESSION_REQUIRED: 'signed-in',
  INSUFFICIENT_SCOPES: 'never',
  SCOPES_NOT_HELD: 'never',
  IP_NOT_ALLOWED: 'never',
  WALLET_NOT_OWNED: 'never',
  POLICY_REFUSED: 'never',
  API_KEY_NOT_ACCEPTED: 'never',
  APPROVER_ORIGIN_REFUSED: 'never',
  INVITATION_INVALID: 'never',
  API_KEY_IN_BROWSER: 'never',
  NOT_FOUND: 'never',
  METHOD_NOT_ALLOWED: 'never',
  ALREADY_DECIDED: 'never',
  CONFLICT: 'later',
  EVENT_CURSOR_AHEAD: 'never',
  CO_SIGNER_NOT_READY: 'later',
  BODY_TOO_LARGE: 'never',
  NOT_JSON: 'never',
  IDEMPOTENCY_KEY_REUSED: 'never',
  RATE_LIMITED: 'later',
  GAS_BUDGET_EXHAUSTED: 'later',
  INTERNAL: 'later',
  CHAIN_FAILED: 'at-once',
  UNAVAILABLE: 'at-once',
  CHAIN_TIMEOUT: 'at-once',
  SESSION_REQUIRED: 'signed-in',
  STEP_UP_REQUIRED: 'signed-in',
  STEP_UP_FAILED: 'never',
  FORBIDDEN_ROLE: 'never',
  MEMBER_ABOVE: 'never',
  LAST_OWNER: 'never',
  ORGANIZATION_KEPT: 'never',
  ORGANIZATION_HAS_WALLETS: 'never',
  LAST_ORGANIZATION: 'never',
  LAST_PASSKEY: 'never',
  ADDRESS_BOOK_FULL: 'never',
  ALREADY_MEMBER: 'never',
  PASSKEY_KNOWN: 'never',
  INVITATION_LINK_INVALID: 'never',
  RECOVERY_INVALID: 'never',
  RECOVERY_ELSEWHERE: 'never',
  ORGANIZATION_CHANGED: 'later',
  SIGN_IN_FAILED: 'never',
  IDENTITY_PROVIDER_FAILED: 'at-once',
  IDENTITY_REFUSED: 'never',
  IDENTITY_UNKNOWN: 'never',
  IDENTITY_TAKEN: 'never',
  CEREMONY_OVER: 'never',
  PASSKEY_REFUSED: 'never',
  SETUP_LINK_INVALID: 'never',
  ORIGIN_REFUSED: 'never',
  HOST_REFUSED: 'never',
  WIDGET_TOKEN_EXPIRED: 'signed-in',
  OPERATION_REFUSED: 'never',
  EMAIL_REFUSED: 'never',
  INTEGRATION_SECRET_INVALID: 'never',
  INTEGRATION_SECRET_IN_BROWSER: 'never',
  WEBHOOK_REFUSED: 'never',
  WEBHOOK_SECRET_MISSING: 'later',
  UPSTREAM_LACKS: 'never',
  UPSTREAM_FAILED: 'at-once',
  UPSTREAM_KEY_REFUSED: 'never',
  UPSTREAM_UNREACHABLE: 'at-once',
  UPSTREAM_TIMEOUT: 'at-once',
}

const BY_CODE: ReadonlyMap<string, Retry> = new Map(Object.entries(ERROR_RETRY))
const UNREACHABLE: ReadonlySet<number> = new Set([502, 503, 504])

/**
 * The retry class of a code. An unknown code, such as a code of a later version, gets the class of its HTTP status.
 */
export function readRetry(code: string, status: number): Retry {
  const known = BY_CODE.get(code)
  if (known !== undefined) return known
  if (UNREACHABLE.has(status)) return 'at-once'
  return status === 429 || (status >= 500 && status !== 501) ? 'later' : 'never'
}
