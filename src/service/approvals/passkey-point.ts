import { readCoseEs256 } from '#protocol/passkey/cose-key.ts'
import { parsePublicKey, PublicKeyError } from '#protocol/passkey/public-key.ts'

/**
 * Returns the point of a passkey's public key, given as COSE in base64url. Undefined unless it is a point of
 * P-256 for ES256.
 */
export function passkeyPoint(publicKey: string): { x: bigint; y: bigint } | undefined {
  const key = readCoseEs256(Buffer.from(publicKey, 'base64url'))
  if (key === undefined) return undefined
  try {
    // The point is checked, because a registration without attestation proves nothing about it.
    return parsePublicKey(key.x, key.y)
  } catch (cause) {
    if (cause instanceof PublicKeyError) return undefined
    throw cause
  }
}
