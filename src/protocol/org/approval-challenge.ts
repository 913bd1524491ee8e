import { sha256 } from '@noble/hashes/sha2.js'
import { bytesFromText } from '#protocol/signing/utf8.ts'

/** A person's possible answers. `report` declines a transaction that they never requested. */
export const DECISIONS = ['approve', 'reject', 'report'] as const
export type Decision = (typeof DECISIONS)[number]

/** The signed content of a decision. `nonce` is the server's, fresh for each ceremony. */
export type SignedDecision = { transactionUuid: string; digest: string; decision: Decision; nonce: string }

const DOMAIN = 'latchkey approval 1'

/**
 * The WebAuthn challenge of a decision, 32 bytes: it binds uuid, digest and decision, so that a signature
 * decides nothing else. JSON of an array of strings is unambiguous. The approval app recomputes it from what
 * it displayed. Source: profile 9 (ADR 0011).
 */
export function approvalChallenge(signed: SignedDecision): Uint8Array<ArrayBuffer> {
  const { transactionUuid, digest, decision, nonce } = signed
  const text = JSON.stringify([DOMAIN, transactionUuid.toLowerCase(), digest.toLowerCase(), decision, nonce])
  return new Uint8Array(sha256(bytesFromText(text)))
}
