import { WebAuthnError, type WebAuthnErrorCode } from '@simplewebauthn/browser'
import { ApiError } from '#console/lib/api-error.ts'
import { ReadableError } from '#console/lib/readable-error.ts'

const WRONG_ADDRESS = {
  title: 'Passkeys do not work at this address',
  detail:
    'Open the console at the address it was set up for. On your own machine that is http://localhost, not an IP address.',
}
const UNSUITABLE = {
  title: 'This authenticator cannot be used',
  detail:
    'It must ask for your fingerprint, face or PIN and keep the passkey itself. Use another device, or a security key with a PIN.',
}
const PROBLEMS: Partial<Record<WebAuthnErrorCode, { title: string; detail: string }>> = {
  ERROR_INVALID_DOMAIN: WRONG_ADDRESS,
  ERROR_INVALID_RP_ID: WRONG_ADDRESS,
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: {
    title: 'This device already has a passkey for this console',
    detail: 'Sign in with it, or use another device or security key.',
  },
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: UNSUITABLE,
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: UNSUITABLE,
}

/** Turns what a passkey ceremony threw into words with a next action. Server errors pass through. */
export function toPasskeyProblem(thrown: unknown): unknown {
  if (thrown instanceof ApiError || thrown instanceof ReadableError) return thrown
  const known = thrown instanceof WebAuthnError ? PROBLEMS[thrown.code] : undefined
  return known === undefined ? cancelled(thrown) : new ReadableError(known.title, known.detail, thrown)
}

/** Browsers say the same for a cancelled prompt, a time-out and a missing passkey (WebAuthn §14.5.1). */
function cancelled(thrown: unknown): unknown {
  const name = thrown instanceof Error ? thrown.name : ''
  if (name !== 'NotAllowedError' && name !== 'AbortError') {
    return new ReadableError(
      'The passkey could not be used',
      'Your browser or password manager stopped it. Try again, or use another device.',
      thrown,
    )
  }
  return new ReadableError(
    'The passkey prompt was closed',
    'Nothing was sent. Try again; if your passkey is on a phone, choose “Use another device” in the prompt.',
    thrown,
  )
}

/** Why passkeys cannot work here at all, or `null`. */
export function passkeyObstacle(): ReadableError | null {
  if (!window.isSecureContext) {
    return new ReadableError(
      'This page is not secure',
      'Passkeys need https, or http on localhost. Open the console at such an address.',
    )
  }
  if (/^[\d.]+$|^\[/.test(window.location.hostname)) {
    return new ReadableError(
      'Passkeys do not work on an IP address',
      `Open ${window.location.protocol}//localhost${window.location.port && `:${window.location.port}`} instead.`,
    )
  }
  if (typeof PublicKeyCredential === 'undefined') {
    return new ReadableError('This browser has no passkeys', 'Use a current Chrome, Edge, Firefox or Safari.')
  }
  return null
}
