import {
  startAuthentication,
  startRegistration,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { signInChallenge } from '#protocol/passkey/sign-in-challenge.ts'
import { ReadableError } from './errors.ts'
import { t } from './text.ts'

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/**
 * Requests a passkey's signature over a challenge that the page computed itself. A server cannot obtain a
 * signature over another challenge.
 *
 * @throws ReadableError if there is no signature
 */
export async function askPasskey(
  options: RequestOptions,
  challenge: Uint8Array,
): Promise<AuthenticationResponseJSON> {
  if (options.challenge !== base64Url(challenge)) {
    throw new ReadableError(
      t(
        'The service asked you to sign something different from what is on this screen, so we stopped. Nothing was signed.',
      ),
    )
  }
  return prompted(() => startAuthentication({ optionsJSON: options }), NO_SIGNATURE)
}

/**
 * Requests a sign-in with any passkey that the options allow.
 *
 * @throws ReadableError if there is no signature
 */
export function askForSignIn({
  options,
  nonce,
}: {
  options: RequestOptions
  nonce: string
}): Promise<AuthenticationResponseJSON> {
  return askPasskey(options, signInChallenge({ origin: location.origin, nonce }))
}

/** Creates a passkey. @throws ReadableError if none was created */
export function makePasskey(
  optionsJSON: Parameters<typeof startRegistration>[0]['optionsJSON'],
): Promise<RegistrationResponseJSON> {
  return prompted(() => startRegistration({ optionsJSON }), NO_PASSKEY)
}

/** Browsers report a closed prompt, a time-out and a missing passkey alike (WebAuthn L3 §14.5.1). */
const NO_PASSKEY: ReadonlySet<string> = new Set(['NotAllowedError', 'AbortError'])
/** Firefox reports a security key without a fitting passkey as `InvalidStateError` (authgear/authgear-server 2320). */
const NO_SIGNATURE: ReadonlySet<string> = new Set([...NO_PASSKEY, 'InvalidStateError'])

async function prompted<Answer>(prompt: () => Promise<Answer>, closed: ReadonlySet<string>): Promise<Answer> {
  const obstacle = passkeyObstacle()
  if (obstacle !== null) throw obstacle
  try {
    return await prompt()
  } catch (cause) {
    const [title, message] = describeFailure(cause instanceof Error ? cause.name : '', closed)
    throw new ReadableError(message, { title, cause })
  }
}

/** Title and next step for the user, by the name of the browser's error. `closed`: the names of a closed prompt. */
function describeFailure(
  name: string,
  closed: ReadonlySet<string>,
): readonly [title: string, message: string] {
  if (closed.has(name))
    return [
      t('The passkey prompt was closed'),
      t(
        'Or it found no passkey that fits. Nothing was changed: try again. If your passkey is on a phone, choose “Use another device” in the prompt.',
      ),
    ]
  if (name === 'InvalidStateError')
    return [
      t('This device already has a passkey for you'),
      t('Sign in with it, or use another device or security key.'),
    ]
  if (name === 'ConstraintError')
    return [
      t('This authenticator cannot be used'),
      t(
        'It must verify your fingerprint, face or PIN and store the passkey. Use another device, or a security key with a PIN.',
      ),
    ]
  if (name === 'SecurityError')
    return [
      t('Passkeys do not work at this address'),
      t(
        'Open the page at its configured address. On your own machine that is http://localhost, not an IP address.',
      ),
    ]
  return [
    t('The passkey could not be used'),
    t('Your browser or password manager stopped it. Try again, or use another device.'),
  ]
}

/** Reason why passkeys cannot work on this page, or null if they can. */
export function passkeyObstacle(): ReadableError | null {
  if (!window.isSecureContext)
    return new ReadableError(
      t('Passkeys need https, or http on localhost. Open the page at such an address.'),
      { title: t('This page is not secure') },
    )
  if (/^[\d.]+$|^\[/.test(window.location.hostname)) {
    const { protocol, port } = window.location
    const address = `${protocol}//localhost${port && `:${port}`}`
    return new ReadableError(t('Open {address} instead.', { address }), {
      title: t('Passkeys do not work on an IP address'),
    })
  }
  if (typeof PublicKeyCredential === 'undefined')
    return new ReadableError(t('Use a current Chrome, Edge, Firefox or Safari.'), {
      title: t('This browser does not support passkeys'),
    })
  return null
}
