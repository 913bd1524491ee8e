import { randomInt } from 'node:crypto'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'

/** Crockford's base 32: without the letters that are read as others. A code has 100 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_GROUPS = 4
const GROUP_LENGTH = 5

/** Hashes a typed code: without spaces and dashes, in capitals, with look-alike letters replaced by digits. */
export function hashRecovery(token: string): string {
  const typed = token.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return hashSecret(typed.length === CODE_GROUPS * GROUP_LENGTH ? typed : token)
}

/** A new recovery code, in groups. */
export function newRecoveryCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(32))).join('')
  return Array.from({ length: CODE_GROUPS }, group).join('-')
}
