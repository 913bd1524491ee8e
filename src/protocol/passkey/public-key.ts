import { bytesFromHex, sameBytes } from '#protocol/signing/hex.ts'
import { readUint } from '#protocol/signing/word.ts'
import { parseAuthenticatorData } from './authenticator-data.ts'
import { COSE_ES256_LENGTH, COSE_X_START, COSE_Y_START, startsWithCoseEs256 } from './cose.ts'

/** A point of P-256 that is not infinity, in affine coordinates. */
export type PublicKey = { x: bigint; y: bigint }

/** The invalid part of a public key: a coordinate by its API name, or the key as a whole. */
export type PublicKeyField = 'qx' | 'qy' | 'key'

/** Thrown when a public key is no point of P-256 or not in the one accepted encoding; `message` names the cause. */
export class PublicKeyError extends Error {
  override name = 'PublicKeyError'
  readonly field: PublicKeyField

  constructor(field: PublicKeyField, message: string) {
    super(message)
    this.field = field
  }
}

/** Field prime of P-256. Source: SEC 2, 2.4.2. */
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn
/** Constant term of y² = x³ - 3x + b. Source: SEC 2, 2.4.2. */
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn
const COORDINATE = /^(0x)?([0-9a-fA-F]{1,64})$/
/** SubjectPublicKeyInfo of an uncompressed point on prime256v1, up to the coordinates. Source: RFC 5480 2. */
const SPKI_START = '0x3059301306072a8648ce3d020106082a8648ce3d03010703420004'

/**
 * The public key of two hex coordinates: up to 64 digits each, 0x optional, any case, compared as numbers. Throws
 * `PublicKeyError` with the field and the cause: no hex, not below the field prime, infinity, or not on the curve.
 * Source: spec "Wallet creation request"; profile 2.
 */
export function parsePublicKey(qx: string, qy: string): PublicKey {
  return onCurve(parseCoordinate('qx', qx), parseCoordinate('qy', qy))
}

/** The public key in a SubjectPublicKeyInfo, as `getPublicKey()` answers it: exactly the 91 bytes of an uncompressed P-256 point. Throws `PublicKeyError`. */
export function publicKeyFromSpki(bytes: Uint8Array): PublicKey {
  const expected = bytesFromHex(SPKI_START)
  const start = expected.length
  if (bytes.length !== start + 64 || !sameBytes(bytes.subarray(0, start), expected)) {
    throw new PublicKeyError(
      'key',
      'the public key must be an uncompressed P-256 key in SPKI form (91 bytes)',
    )
  }
  return onCurve(readUint(bytes, start), readUint(bytes, start + 32))
}

/** The public key in a COSE_Key: exactly the 77 bytes of an ES256 key in canonical CBOR. Throws `PublicKeyError`. Source: WebAuthn L3 6.5.1.1, 6.5.6. */
export function publicKeyFromCose(bytes: Uint8Array): PublicKey {
  if (bytes.length !== COSE_ES256_LENGTH || !startsWithCoseEs256(bytes)) {
    throw new PublicKeyError('key', 'the public key must be an ES256 key on P-256 (COSE algorithm -7)')
  }
  return onCurve(readUint(bytes, COSE_X_START), readUint(bytes, COSE_Y_START))
}

/**
 * The public key that a registration's authenticator data attests.
 *
 * @throws AuthenticatorDataError for malformed data or another algorithm; PublicKeyError when there is no credential
 * or its point is not on the curve.
 */
export function publicKeyFromAuthenticatorData(bytes: Uint8Array): PublicKey {
  const { attestedCredential } = parseAuthenticatorData(bytes)
  if (attestedCredential === undefined) {
    throw new PublicKeyError('key', 'authenticatorData holds no credential: it is not of a registration')
  }
  return publicKeyFromCose(attestedCredential.publicKey)
}

/** A coordinate as the API takes it: 64 lower-case hex digits, no prefix. Throws `RangeError` outside 0 to 2^256-1. */
export function coordinateHex(coordinate: bigint): string {
  if (coordinate < 0n || coordinate >= 2n ** 256n)
    throw new RangeError('a coordinate must be between 0 and 2^256-1')
  return coordinate.toString(16).padStart(64, '0')
}

function parseCoordinate(field: 'qx' | 'qy', text: string): bigint {
  const digits = COORDINATE.exec(text)?.[2]
  if (digits === undefined) {
    throw new PublicKeyError(field, `${field} must be hex of 1 to 64 digits, with or without 0x`)
  }
  const value = BigInt(`0x${digits}`)
  if (value >= P) throw new PublicKeyError(field, `${field} must be below the prime of the secp256r1 field`)
  return value
}

function onCurve(x: bigint, y: bigint): PublicKey {
  if (x >= P || y >= P)
    throw new PublicKeyError('key', 'qx and qy must be below the prime of the secp256r1 field')
  if (!x && !y) throw new PublicKeyError('key', 'qx and qy are the point at infinity, which is no public key')
  if ((y * y - (x * x * x - 3n * x + B)) % P !== 0n) {
    throw new PublicKeyError('key', 'qx and qy are not a point on the secp256r1 curve')
  }
  return { x, y }
}
