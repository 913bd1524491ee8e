import type { Hex } from 'viem'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import { COSE_ES256_LENGTH, startsWithCoseEs256 } from './cose.ts'

/** Bits of the flags byte. Source: WebAuthn L3 6.1. */
export const USER_PRESENT = 0x01
export const USER_VERIFIED = 0x04
export const BACKUP_ELIGIBLE = 0x08
export const BACKUP_STATE = 0x10
const ATTESTED = 0x40
const EXTENSIONS = 0x80

/** Bytes of rpIdHash, flags and signCount: the minimum. */
export const AUTHENTICATOR_DATA_LENGTH_MIN = 37

/** A credential as a registration reports it. `publicKey` is a COSE_Key. */
export type AttestedCredential = { aaguid: Hex; credentialId: Uint8Array; publicKey: Uint8Array }

/** What an authenticator states about a ceremony. `extensions` is the raw CBOR, absent when there is none. */
export type AuthenticatorData = {
  rpIdHash: Hex
  flags: number
  signCount: number
  attestedCredential?: AttestedCredential
  extensions?: Uint8Array
}

/** Thrown when authenticator data is malformed or registers a key that is not ES256 on P-256. */
export class AuthenticatorDataError extends Error {
  override name = 'AuthenticatorDataError'
}

/**
 * Parses authenticator data of a registration or an assertion, every byte accounted for. Throws
 * `AuthenticatorDataError`. Source: WebAuthn L3 6.1, 6.5.1.
 */
export function parseAuthenticatorData(bytes: Uint8Array): AuthenticatorData {
  if (bytes.length < AUTHENTICATOR_DATA_LENGTH_MIN) {
    throw new AuthenticatorDataError('authenticatorData must be at least 37 bytes')
  }
  const flags = bytes[32] ?? 0
  const parsed: AuthenticatorData = {
    rpIdHash: hexFromBytes(bytes.subarray(0, 32)),
    flags,
    signCount: Number.parseInt(hexFromBytes(bytes.subarray(33, 37)).slice(2), 16),
  }
  let rest = bytes.subarray(AUTHENTICATOR_DATA_LENGTH_MIN)
  if ((flags & ATTESTED) !== 0) {
    const attested = readAttestedCredential(rest)
    parsed.attestedCredential = attested.credential
    rest = attested.rest
  }
  if ((flags & EXTENSIONS) !== 0) {
    if (!isCborMap(rest[0]))
      throw new AuthenticatorDataError('authenticatorData: the extensions must be a CBOR map')
    parsed.extensions = rest
  } else if (rest.length > 0) throw new AuthenticatorDataError('authenticatorData has bytes left over')
  return parsed
}

function readAttestedCredential(bytes: Uint8Array): { credential: AttestedCredential; rest: Uint8Array } {
  const idLength = ((bytes[16] ?? 0) << 8) | (bytes[17] ?? 0)
  const keyStart = 18 + idLength
  // CTAP2 and WebAuthn L3 4 (Credential ID): at most 1023 bytes.
  if (bytes.length < keyStart || idLength === 0 || idLength > 1023) {
    throw new AuthenticatorDataError('authenticatorData: the credential id must be 1 to 1023 bytes')
  }
  if (!startsWithCoseEs256(bytes.subarray(keyStart))) {
    throw new AuthenticatorDataError(
      'authenticatorData: the public key must be ES256 on P-256 (COSE algorithm -7)',
    )
  }
  const keyEnd = keyStart + COSE_ES256_LENGTH
  return {
    credential: {
      aaguid: hexFromBytes(bytes.subarray(0, 16)),
      credentialId: bytes.slice(18, keyStart),
      publicKey: bytes.slice(keyStart, keyEnd),
    },
    rest: bytes.subarray(keyEnd),
  }
}

/** Major type 5 of CBOR (RFC 8949 3.1). The signature covers its content, which is never read. */
function isCborMap(first: number | undefined): boolean {
  return first !== undefined && first >> 5 === 5
}
