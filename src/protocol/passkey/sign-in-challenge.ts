import { sha256 } from '@noble/hashes/sha2.js'
import { bytesFromText } from '#protocol/signing/utf8.ts'

const CHALLENGE_DOMAIN = 'latchkey sign-in 1'

/**
 * The WebAuthn challenge of a sign-in and of other proofs of the person's identity, 32 bytes. It is a hash of the
 * server's `nonce`, which the page computes too. A passkey signs for a wallet with the same kind of assertion. A server
 * that chose the challenge could therefore choose the digest of a call. Source: ADR 0021.
 */
export function signInChallenge({
  origin,
  nonce,
}: {
  origin: string
  nonce: string
}): Uint8Array<ArrayBuffer> {
  return new Uint8Array(sha256(bytesFromText(JSON.stringify([CHALLENGE_DOMAIN, origin, nonce]))))
}
