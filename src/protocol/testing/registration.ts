import type { Hex } from 'viem'
import {
  coordinateHex,
  parsePublicKey,
  PublicKeyError,
  type PublicKey,
} from '#protocol/passkey/public-key.ts'
import { AUTHENTICATOR_DATA_LENGTH_MIN } from '#protocol/passkey/verify-assertion.ts'
import { bytesFromHex, hexFromBytes, sameBytes } from '#protocol/signing/hex.ts'
import { readUint } from '#protocol/signing/word.ts'

/*
 * Reads a registration's statements, strictly and independently of the libraries that the product uses for it. The
 * tests compare the product's results with these.
 */

/** SubjectPublicKeyInfo of an uncompressed point on prime256v1, up to the coordinates. Source: RFC 5480 2. */
const SPKI_START = '0x3059301306072a8648ce3d020106082a8648ce3d03010703420004'

/** Canonical CBOR of `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`. Source: WebAuthn L3 6.5.1.1; RFC 9053 2.1, 7.1.1. */
const BEFORE_X = Uint8Array.of(0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 0x20)
const BEFORE_Y = Uint8Array.of(0x22, 0x58, 0x20)
/** Offsets of the coordinates in an ES256 COSE_Key, and its whole length, in bytes. */
const COSE_X_START = BEFORE_X.length
const COSE_Y_START = COSE_X_START + 32 + BEFORE_Y.length
const COSE_ES256_LENGTH = COSE_Y_START + 32

/** Whether the bytes start with a P-256 ES256 key in the only encoding of WebAuthn (canonical, uncompressed). */
function startsWithCoseEs256(bytes: Uint8Array): boolean {
  return (
    bytes.length >= COSE_ES256_LENGTH &&
    sameBytes(bytes.subarray(0, COSE_X_START), BEFORE_X) &&
    sameBytes(bytes.subarray(COSE_X_START + 32, COSE_Y_START), BEFORE_Y)
  )
}

const ATTESTED = 0x40
const EXTENSIONS = 0x80

/**
 * The public key in a SubjectPublicKeyInfo, as `getPublicKey()` returns it: exactly the 91 bytes of an
 * uncompressed P-256 point. Throws `PublicKeyError`.
 */
export function publicKeyFromSpki(bytes: Uint8Array): PublicKey {
  const expected = bytesFromHex(SPKI_START)
  const start = expected.length
  if (bytes.length !== start + 64 || !sameBytes(bytes.subarray(0, start), expected)) {
    throw new PublicKeyError(
      'key',
      'the public key must be an uncompressed P-256 key in SPKI form (91 bytes)',
    )
  }
  return keyAt(bytes, start, start + 32)
}

/** The public key in a COSE_Key: exactly the 77 bytes of an ES256 key in canonical CBOR. Throws `PublicKeyError`. Source: WebAuthn L3 6.5.1.1, 6.5.6. */
export function publicKeyFromCose(bytes: Uint8Array): PublicKey {
  if (bytes.length !== COSE_ES256_LENGTH || !startsWithCoseEs256(bytes)) {
    throw new PublicKeyError('key', 'the public key must be an ES256 key on P-256 (COSE algorithm -7)')
  }
  return keyAt(bytes, COSE_X_START, COSE_Y_START)
}

/**
 * The public key that a registration's authenticator data attests.
 *
 * @throws AuthenticatorDataError for malformed data or another algorithm
 * @throws PublicKeyError if there is no credential or its point is not on the curve
 */
export function publicKeyFromAuthenticatorData(bytes: Uint8Array): PublicKey {
  const { attestedCredential } = parseAuthenticatorData(bytes)
  if (attestedCredential === undefined) {
    throw new PublicKeyError('key', 'authenticatorData holds no credential: it is not of a registration')
  }
  return publicKeyFromCose(attestedCredential.publicKey)
}

function keyAt(bytes: Uint8Array, x: number, y: number): PublicKey {
  return parsePublicKey(coordinateHex(readUint(bytes, x)), coordinateHex(readUint(bytes, y)))
}

/** A credential as a registration reports it. `publicKey` is a COSE_Key. */
export type AttestedCredential = { aaguid: Hex; credentialId: Uint8Array; publicKey: Uint8Array }

/**
 * An authenticator's statements about a ceremony. `extensions` is the raw CBOR. Undefined if there are no
 * extensions.
 */
export type AuthenticatorData = {
  rpIdHash: Hex
  flags: number
  signCount: number
  attestedCredential?: AttestedCredential
  extensions?: Uint8Array
}

/** Thrown if authenticator data is malformed or registers a key that is not ES256 on P-256. */
export class AuthenticatorDataError extends Error {
  override name = 'AuthenticatorDataError'
}

/**
 * Parses authenticator data of a registration or an assertion and accounts for every byte. Throws
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

/**
 * Whether a byte is CBOR major type 5 (RFC 8949 3.1). The signature covers the map's content, which is never
 * read.
 */
function isCborMap(first: number | undefined): boolean {
  return first !== undefined && first >> 5 === 5
}
