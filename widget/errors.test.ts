import { expect, test } from 'vitest'
import {
  classifyError,
  ERROR_CLASSES,
  WidgetError,
  type ErrorReason,
  type WidgetErrorCode,
} from './errors.ts'

/**
 * Next step, whether it is logged to the console, whether a closer analysis follows, and the provider's code.
 */
type Expected = readonly [next: string, isMistake: boolean, isExplained: boolean, rpc: number | undefined]

const EXPECTED: Record<WidgetErrorCode, Expected> = {
  CONFIGURATION: ['none', true, false, -32602],
  UNSUPPORTED_BROWSER: ['none', true, true, 4200],
  RP_ID_MISMATCH: ['none', true, true, 4100],
  OPERATION_NOT_ALLOWED: ['none', true, true, 4100],
  SESSION_EXPIRED: ['restart', true, false, 4100],
  OFFLINE: ['retry', false, false, 4900],
  NETWORK_FAILED: ['retry', false, false, 4900],
  UNEXPECTED_ANSWER: ['retry', true, false, undefined],
  OUTCOME_UNKNOWN: ['retry', false, false, undefined],
  UNKNOWN: ['retry', false, true, undefined],
  PASSKEY_CANCELLED: ['retry', false, true, undefined],
  PASSKEY_TIMEOUT: ['retry', false, true, undefined],
  PASSKEY_BLOCKED: ['retry', false, true, undefined],
  PASSKEY_EXISTS: ['passkey', false, true, undefined],
  PASSKEY_UNSUITABLE: ['passkey', false, true, undefined],
  PASSKEY_WRONG: ['retry', false, true, undefined],
  ADDRESS_MISMATCH: ['restart', true, false, undefined],
  CALL_MISMATCH: ['restart', true, false, undefined],
  NO_WALLET: ['none', true, false, 4100],
  NO_TOKEN: ['none', true, false, undefined],
  INSUFFICIENT_BALANCE: ['edit', false, false, undefined],
  STOPPED_BY_PAGE: ['retry', false, false, undefined],
  VALIDATION_FAILED: ['edit', false, false, undefined],
  INVALID_VERIFICATION_CODE: ['code', false, false, undefined],
  INVALID_PUBLIC_KEY: ['passkey', false, false, undefined],
  RP_ID_HASH_NOT_REGISTERED: ['none', true, false, 4100],
  WALLET_ALREADY_DEPLOYED: ['passkey', false, false, undefined],
  INSUFFICIENT_FEE_BALANCE: ['retry', false, false, undefined],
  TRANSACTION_EXPIRED: ['retry', false, true, undefined],
  EXPIRATION_TOO_FAR: ['retry', false, true, undefined],
  INVALID_SIGNATURE: ['retry', false, false, undefined],
  FEE_REFUSED: ['retry', false, false, undefined],
  TRANSACTION_REVERTS: ['edit', false, false, undefined],
  RECIPIENT_CANNOT_RECEIVE: ['edit', false, false, undefined],
  TOKEN_UNREADABLE: ['edit', false, false, undefined],
  WALLET_NOT_OWNED: ['none', true, false, 4100],
  NOT_FOUND: ['retry', false, false, undefined],
  CONFLICT: ['retry', false, true, undefined],
  RATE_LIMITED: ['retry', false, false, undefined],
  CHAIN_FAILED: ['retry', false, false, undefined],
  CHAIN_TIMEOUT: ['retry', false, false, undefined],
  UNAVAILABLE: ['retry', false, false, undefined],
  ORIGIN_REFUSED: ['none', true, false, 4100],
  EMAIL_REFUSED: ['none', true, false, 4100],
  INSECURE_CONTEXT: ['none', true, false, 4200],
  PAGE_HIDDEN: ['retry', false, false, undefined],
  PASSKEY_NOT_FOUND: ['passkey', false, false, undefined],
  PASSKEY_REFUSED: ['retry', false, false, undefined],
  PASSKEY_NO_ANSWER: ['retry', false, false, undefined],
  PASSKEY_BROWSER_FAILED: ['retry', false, false, undefined],
  PASSKEY_BUSY: ['retry', false, false, undefined],
  PASSKEY_CLICK_NEEDED: ['retry', false, false, undefined],
  PASSKEY_DEVICE_FAILED: ['retry', false, false, undefined],
  PASSKEY_UNVERIFIED: ['passkey', false, false, undefined],
  PASSKEY_KEY_TYPE: ['passkey', false, false, undefined],
  POLICY_REFUSED: ['edit', false, false, undefined],
  CO_SIGNATURE_MISSING: ['edit', false, false, undefined],
  CO_SIGNER_NOT_READY: ['retry', false, false, undefined],
  CLOCK_WRONG: ['retry', false, false, undefined],
}

const columns = ({ next, isMistake = false, isExplained = false, rpc }: ReturnType<typeof classifyError>) =>
  [next, isMistake, isExplained, rpc] as const

test('error: each code of the widget → its classes', () => {
  const classes = Object.entries(ERROR_CLASSES).map(([code, row]) => [code, columns(row)])
  expect(Object.fromEntries(classes)).toEqual(EXPECTED)
})

test.each<[ErrorReason, WidgetErrorCode, Expected]>([
  ['other-chain', 'UNEXPECTED_ANSWER', ['retry', true, false, 4901]],
  ['declined', 'OPERATION_NOT_ALLOWED', ['retry', false, true, 4001]],
  ['expired', 'OPERATION_NOT_ALLOWED', ['retry', false, true, 4001]],
  ['another-prompt', 'PASSKEY_CANCELLED', ['retry', false, true, undefined]],
  ['unverified', 'PASSKEY_UNSUITABLE', ['passkey', false, true, undefined]],
  ['unsupported', 'RP_ID_MISMATCH', ['none', true, true, 4100]],
])('error: reason %s of %s → its classes, independent of the detail', (reason, code, expected) => {
  const error = new WidgetError(code, { reason, detail: 'other words' })
  expect([error.next, columns(classifyError(error))]).toEqual([expected[0], expected])
})
