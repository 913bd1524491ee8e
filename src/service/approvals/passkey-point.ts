import { parsePublicKey, PublicKeyError } from '#protocol/passkey/public-key.ts'
import { COSE_X_START, COSE_Y_START, startsWithCoseEs256 } from '#protocol/passkey/verify-assertion.ts'

const COORDINATE_BYTES = 32

/**
 * Returns the point of a passkey's public key, given as COSE in base64url. Undefined unless it is a point of
 * P-256 for ES256.
 */
export function passkeyPoint(publicKey: string): { x: bigint; y: bigint } | undefined {
  const bytes = Buffer.from(publicKey, 'base64url')
  if (!startsWithCoseEs256(bytes)) return undefined
  const coordinate = (start: number) => bytes.subarray(start, start + COORDINATE_BYTES).toString('hex')
  try {
    // The point is checked, because a registration without attestation proves nothing about it.
    return parsePublicKey(coordinate(COSE_X_START), coordinate(COSE_Y_START))
  } catch (cause) {
    if (cause instanceof PublicKeyError) return undefined
    throw cause
  }
}
