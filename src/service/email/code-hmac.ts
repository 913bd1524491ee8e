import { createHmac, randomInt } from 'node:crypto'
import { VERIFICATION_CODE_DIGITS } from '#protocol/baas/limits.ts'

/** Six digits from the system's random source, with leading zeros. */
export function createCode(): string {
  return randomInt(10 ** VERIFICATION_CODE_DIGITS)
    .toString()
    .padStart(VERIFICATION_CODE_DIGITS, '0')
}

/**
 * What is stored of a code. A million codes could be tried against a plain hash in a second; the key of the
 * HMAC is not in the database. Bound to the organization here and to the address by its row.
 */
export function codeHmac(codeKey: Uint8Array, organizationId: string, code: string): string {
  return createHmac('sha256', codeKey).update(`verification-code\n${organizationId}\n${code}`).digest('hex')
}
