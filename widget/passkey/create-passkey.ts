import { USER_PRESENT, USER_VERIFIED } from '#shared/passkey/authenticator-data.ts'
import { base64Url } from '#shared/passkey/base64-url.ts'
import { COSE_ES256_LENGTH } from '#shared/passkey/cose.ts'
import {
  coordinateHex,
  publicKeyFromCose,
  publicKeyFromSpki,
  type PublicKey,
} from '#shared/passkey/public-key.ts'
import { hexFromBytes } from '#shared/signing/hex.ts'
import { WidgetError } from '#widget/errors.ts'
import { authenticatorDataOf } from './attestation-object.ts'
import type { Authenticator, Registration } from './authenticator.ts'
import { ceremony, CEREMONY_DEADLINE_MS } from './ceremony.ts'
import { domainHash } from './sha256.ts'

/** A passkey as the wallet needs it. Coordinates are 64 hex digits; `credentialId` and `userHandle` are base64url. */
export type Passkey = { credentialId: string; qx: string; qy: string; rpId: string; userHandle: string }

/** COSE number of ES256: the only algorithm the wallet contract can check. */
const ES256 = -7
/** First byte of every user handle, so that a later layout can be told apart. */
const USER_HANDLE_VERSION = 1

/**
 * Registers a passkey. The user handle is random for each wallet: an authenticator replaces a credential whose
 * handle it has already, and with it would go the key of an earlier wallet.
 *
 * @throws WidgetError `PASSKEY_*`, or the signal's reason.
 */
export async function createPasskey(
  deps: { authenticator: Authenticator; random: (length: number) => Uint8Array<ArrayBuffer> },
  request: { rpId: string; organizationName: string; userName: string; displayName: string },
  signal: AbortSignal,
): Promise<Passkey> {
  const userHandle = deps.random(33)
  userHandle[0] = USER_HANDLE_VERSION
  const registration = await ceremony(signal, (bounded) =>
    deps.authenticator.create(
      {
        rp: { id: request.rpId, name: request.organizationName },
        user: { id: userHandle, name: request.userName, displayName: request.displayName },
        challenge: deps.random(32),
        pubKeyCredParams: [{ type: 'public-key', alg: ES256 }],
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
        timeout: CEREMONY_DEADLINE_MS,
      },
      bounded,
    ),
  )
  const { x, y } = publicKeyOf(registration, await domainHash(request.rpId))
  return {
    credentialId: base64Url(registration.credentialId),
    qx: coordinateHex(x),
    qy: coordinateHex(y),
    rpId: request.rpId,
    userHandle: base64Url(userHandle),
  }
}

function publicKeyOf(registration: Registration, rpIdHash: string): PublicKey {
  try {
    const data = authenticatorDataOf(registration.attestationObject)
    const required = USER_PRESENT | USER_VERIFIED
    if (((data[32] ?? 0) & required) !== required) throw unsuitable('the user was not verified')
    if (hexFromBytes(data.subarray(0, 32)) !== rpIdHash) throw unsuitable('made for another domain')
    return registration.publicKeySpki === null
      ? publicKeyFromCose(coseKeyOf(data))
      : publicKeyFromSpki(registration.publicKeySpki)
  } catch (cause) {
    throw cause instanceof WidgetError ? cause : new WidgetError('PASSKEY_UNSUITABLE', { cause })
  }
}

/** The key behind the credential's id. Source: WebAuthn L3 6.5.1. */
function coseKeyOf(data: Uint8Array): Uint8Array {
  const start = 55 + (data[53] ?? 0) * 256 + (data[54] ?? 0)
  return data.subarray(start, start + COSE_ES256_LENGTH)
}

function unsuitable(detail: string): WidgetError {
  return new WidgetError('PASSKEY_UNSUITABLE', { detail })
}
