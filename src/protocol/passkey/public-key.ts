import { hexFromBytes } from '#protocol/signing/hex.ts'
import { uintWord } from '#protocol/signing/word.ts'

/** A point of P-256 that is not infinity, in affine coordinates. */
export type PublicKey = { x: bigint; y: bigint }

/** The invalid part of a public key: a coordinate by its API name, or the whole key. */
export type PublicKeyField = 'qx' | 'qy' | 'key'

/** Thrown if a public key is not a point of P-256 or has another encoding. `message` names the cause. */
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

/**
 * The public key from two hex coordinates: up to 64 digits each, 0x optional, any case, compared as numbers.
 * Throws `PublicKeyError` with the field and the cause: no hex, not below the field prime, infinity, or not on
 * the curve. Source: spec "Wallet creation request"; profile 2.
 */
export function parsePublicKey(qx: string, qy: string): PublicKey {
  const [x, y] = [parseCoordinate('qx', qx), parseCoordinate('qy', qy)]
  if (!x && !y) throw new PublicKeyError('key', 'qx and qy are the point at infinity, which is no public key')
  if ((y * y - (x * x * x - 3n * x + B)) % P !== 0n) {
    throw new PublicKeyError('key', 'qx and qy are not a point on the secp256r1 curve')
  }
  return { x, y }
}

/**
 * A coordinate in the API's format: 64 lower-case hex digits, no prefix. Throws `RangeError` outside 0 to
 * 2^256-1.
 */
export function coordinateHex(coordinate: bigint): string {
  return hexFromBytes(uintWord(coordinate)).slice(2)
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
