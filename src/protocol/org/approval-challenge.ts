import { sha256 } from '@noble/hashes/sha2.js'
import { bytesFromText } from '#protocol/signing/utf8.ts'

/** What a person can answer. `report` declines and says that they never asked for the transaction. */
export const DECISIONS = ['approve', 'reject', 'report'] as const
export type Decision = (typeof DECISIONS)[number]

/** What a decision's signature is over. `nonce` is the server's, fresh for each ceremony. */
export type SignedDecision = { transactionUuid: string; digest: string; decision: Decision; nonce: string }

const DOMAIN = 'latchkey approval 1'

/**
 * The WebAuthn challenge of a decision, 32 bytes: it binds uuid, digest and decision, so that a signature for
 * one decides nothing else. JSON of an array of strings has one reading. The approval app computes it again
 * from what it has shown. Source: profile 9 (ADR 0011).
 */
export function approvalChallenge(signed: SignedDecision): Uint8Array<ArrayBuffer> {
  const { transactionUuid, digest, decision, nonce } = signed
  const text = JSON.stringify([DOMAIN, transactionUuid.toLowerCase(), digest.toLowerCase(), decision, nonce])
  return new Uint8Array(sha256(bytesFromText(text)))
}
