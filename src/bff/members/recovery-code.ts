import { randomInt } from 'node:crypto'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'

/**
 * Alphabet of codes: Crockford's base 32, which omits letters that look like other characters. A code has 100 bits.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_GROUPS = 4
const GROUP_LENGTH = 5

/**
 * Hashes a typed code after removing spaces and dashes, converting to capitals and replacing look-alike letters by
 * digits.
 */
export function hashRecovery(token: string): string {
  const typed = token.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return hashSecret(typed.length === CODE_GROUPS * GROUP_LENGTH ? typed : token)
}

/** Creates a recovery code, in groups. */
export function newRecoveryCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(32))).join('')
  return Array.from({ length: CODE_GROUPS }, group).join('-')
}
