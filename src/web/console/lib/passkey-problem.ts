import { WebAuthnError } from '@simplewebauthn/browser'
import { ApiError, ReadableError } from './errors.ts'
import { t } from '#web/ui/text.ts'

/** The purpose of the passkey: to sign in, to create one, or for one change. */
type Purpose = 'sign-in' | 'registration' | 'change'

/** Describes the error of a passkey ceremony, with a next action. Server errors pass through. */
export function toPasskeyProblem(thrown: unknown, purpose: Purpose = 'sign-in'): unknown {
  if (thrown instanceof ApiError || thrown instanceof ReadableError) return thrown
  const known = thrown instanceof WebAuthnError ? knownProblem(thrown.code) : undefined
  if (known !== undefined) return new ReadableError(known.title, known.detail, thrown)
  return cancelled(thrown, purpose)
}

/** `code`: the library's; most only mean that it failed. */
function knownProblem(code: string): { title: string; detail: string } | undefined {
  switch (code) {
    case 'ERROR_INVALID_DOMAIN':
    case 'ERROR_INVALID_RP_ID':
      return {
        title: t('Passkeys do not work at this address'),
        detail: t(
          'Open the console at its configured address. On your own machine that is http://localhost, not an IP address.',
        ),
      }
    case 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED':
      return {
        title: t('This device already has a passkey for this console'),
        detail: t('Sign in with it, or use another device or security key.'),
      }
    case 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT':
    case 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT':
      return {
        title: t('This authenticator cannot be used'),
        detail: t(
          'It must verify your fingerprint, face or PIN and store the passkey. Use another device, or a security key with a PIN.',
        ),
      }
    default:
      return undefined
  }
}

/** Browsers report a cancelled prompt, a time-out and a missing passkey alike (WebAuthn §14.5.1). */
function cancelled(thrown: unknown, purpose: Purpose): ReadableError {
  const name = thrown instanceof Error ? thrown.name : ''
  if (name !== 'NotAllowedError' && name !== 'AbortError') {
    return new ReadableError(
      t('The passkey could not be used'),
      t('Your browser or password manager stopped it. Try again, or use another device.'),
      thrown,
    )
  }
  const detail =
    purpose === 'change'
      ? t('This change needs your passkey. Nothing was changed, and your input is still here: try again.')
      : t(
          'Nothing was sent. Try again; if your passkey is on a phone, choose “Use another device” in the prompt.',
        )
  return new ReadableError(t('The passkey prompt was closed'), detail, thrown)
}

/** Why passkeys cannot work here at all, or `null`. */
export function passkeyObstacle(): ReadableError | null {
  if (!window.isSecureContext) {
    return new ReadableError(
      t('This page is not secure'),
      t('Passkeys need https, or http on localhost. Open the console at such an address.'),
    )
  }
  if (/^[\d.]+$|^\[/.test(window.location.hostname)) {
    const { protocol, port } = window.location
    const address = `${protocol}//localhost${port && `:${port}`}`
    return new ReadableError(
      t('Passkeys do not work on an IP address'),
      t('Open {address} instead.', { address }),
    )
  }
  if (typeof PublicKeyCredential === 'undefined') {
    return new ReadableError(
      t('This browser has no passkeys'),
      t('Use a current Chrome, Edge, Firefox or Safari.'),
    )
  }
  return null
}
