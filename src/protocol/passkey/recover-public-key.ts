import { sha256 } from '@noble/hashes/sha2.js'
import { joinBytes } from '#protocol/signing/hex.ts'
import { keyCandidates, type KeyCoordinates } from './key-candidates.ts'

/** An authenticator's answer, as bytes; `signature` in DER. */
export type SignedAssertion = {
  authenticatorData: Uint8Array
  clientDataJson: Uint8Array
  signature: Uint8Array
}

/**
 * The candidates for an assertion's public key: the passkey's own and, nearly always, one other without an owner.
 * Needs only the assertion, so a passkey whose key was not stored is not lost. Throws `DerError`.
 */
export function recoverPublicKeys(assertion: SignedAssertion): KeyCoordinates[] {
  const signed = joinBytes([assertion.authenticatorData, sha256(assertion.clientDataJson)])
  return keyCandidates(sha256(signed), assertion.signature)
}

/**
 * The one key among the candidates of two assertions over different challenges: the passkey's. `null` for none
 * or several: another passkey answered, or the same assertion was given twice.
 */
export function commonPublicKey(
  first: readonly KeyCoordinates[],
  second: readonly KeyCoordinates[],
): KeyCoordinates | null {
  const common = first.filter(({ qx, qy }) => second.some((other) => other.qx === qx && other.qy === qy))
  const [key, ...others] = common
  return key !== undefined && others.length === 0 ? key : null
}
