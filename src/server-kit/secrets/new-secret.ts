import { createHash, randomBytes, randomInt } from 'node:crypto'

const SECRET_BYTES = 32
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 256 bits from the system's generator, base64url. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** So many base62 characters from the system's generator. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62.charAt(randomInt(BASE62.length))).join('')
}

/** What is stored of a secret. It has 256 bits, so a plain hash cannot be searched. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex')
}
