import { randomBytes } from 'node:crypto'
import type { DomainProof } from '#protocol/org/domains.ts'

const TXT_PREFIX = 'latchkey-domain='

/** 43 characters that nobody can guess. Publishing it proves the domain; it opens nothing. */
export function createProofToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The two ways to prove a domain; one of them is enough (ADR 0006). */
export function proofSteps(domain: string, token: string): DomainProof {
  return {
    dns: { name: `_latchkey.${domain}`, type: 'TXT', value: `${TXT_PREFIX}${token}` },
    file: { url: `https://${domain}/.well-known/latchkey-domain.txt`, content: token },
  }
}
