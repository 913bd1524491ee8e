import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { joinBytes } from '#protocol/signing/hex.ts'
import { decodeDerSignature } from './der.ts'
import { coordinateHex } from './public-key.ts'

/** A public key in the API's format: 64 lower-case hex digits for each coordinate, no prefix. */
export type KeyCoordinates = { qx: string; qy: string }

/** An authenticator's response, as bytes. `signature` is in DER. */
export type SignedAssertion = {
  authenticatorData: Uint8Array
  clientDataJson: Uint8Array
  signature: Uint8Array
}

/**
 * The candidates for an assertion's public key: the passkey's own key and, nearly always, one other key, which nobody
 * owns. Needs only the assertion, so a passkey whose key was not stored is not lost. Throws `DerError`.
 */
export function recoverPublicKeys(assertion: SignedAssertion): KeyCoordinates[] {
  const signed = joinBytes([assertion.authenticatorData, sha256(assertion.clientDataJson)])
  return keyCandidates(sha256(signed), assertion.signature)
}

/**
 * The passkey's key, which is the only candidate of both assertions. The assertions must be over different
 * challenges. Null if no candidate is common, because another passkey responded, or if several are, because the same
 * assertion was given twice.
 */
export function commonPublicKey(
  first: readonly KeyCoordinates[],
  second: readonly KeyCoordinates[],
): KeyCoordinates | null {
  const common = first.filter(({ qx, qy }) => second.some((other) => other.qx === qx && other.qy === qy))
  const [key, ...others] = common
  return key !== undefined && others.length === 0 ? key : null
}

/** Recovery ids of the points of r. Their y is even or odd, and their x is r or r plus the group's order. */
const RECOVERY_IDS = [0, 1, 2, 3]

/**
 * Every public key under which a signature (DER, s high or low) over a hash of 32 bytes verifies. There are nearly
 * always two, and never more than four. A signature contains only r, the x of a point modulo the group's order. Each
 * point with such an x gives one key. Throws `DerError`. Source: SEC 1 v2, 4.1.6.
 */
export function keyCandidates(hash: Uint8Array, signature: Uint8Array): KeyCoordinates[] {
  const { r, s } = decodeDerSignature(signature)
  return RECOVERY_IDS.flatMap((id) => recovered(new p256.Signature(r, s, id), hash))
}

/** The library throws for an x without a point, and for a key at infinity. Neither gives a key. */
function recovered(
  signature: InstanceType<typeof p256.Signature>,
  hash: Uint8Array,
): readonly KeyCoordinates[] {
  try {
    const { x, y } = signature.recoverPublicKey(hash).toAffine()
    return [{ qx: coordinateHex(x), qy: coordinateHex(y) }]
  } catch {
    return []
  }
}
