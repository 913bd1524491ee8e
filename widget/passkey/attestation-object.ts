import { hexFromBytes } from '#protocol/signing/hex.ts'

/** Thrown when an attestation object has no authenticator data. */
export class AttestationObjectError extends Error {
  override readonly name = 'AttestationObjectError'
}

/** The CBOR text `authData`: its head 0x68, then its letters. */
const AUTH_DATA = '686175746844617461'

/**
 * The authenticator data in an attestation object, found by its name; the order of the members and the attestation
 * statement do not matter, because a wallet trusts a key and not a maker. Needed where a password manager lacks
 * `getAuthenticatorData()` and `getPublicKey()`.
 *
 * @throws AttestationObjectError. Source: WebAuthn L3 6.5.4; RFC 8949 3.
 */
export function authenticatorDataOf(attestationObject: Uint8Array): Uint8Array {
  const name = hexFromBytes(attestationObject).indexOf(AUTH_DATA, 2)
  const head = name / 2 - 1 + AUTH_DATA.length / 2
  // A byte string of one length byte (0x58) or two (0x59); no authenticator data is shorter or longer.
  const [kind, one = 0, two = 0] = attestationObject.subarray(head, head + 3)
  const [start, length] = kind === 0x58 ? [head + 2, one] : [head + 3, one * 256 + two]
  const data = attestationObject.subarray(start, start + length)
  if (name < 0 || (kind !== 0x58 && kind !== 0x59) || data.length !== length) {
    throw new AttestationObjectError('no authenticator data')
  }
  return data
}
