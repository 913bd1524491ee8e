import { createHash, randomBytes, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const SECRET_BYTES = 32

/** 256 random bits, base64url. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** Stored hash of a secret. A plain hash is enough, because 256 bits cannot be searched. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex')
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHECKSUM_LENGTH = 6

/** Random characters with almost six bits each. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
}

/**
 * Appends a checksum to a secret. It detects typos and false positives of secret scanners without a database.
 */
export function withChecksum(secret: string): string {
  return `${secret}_${checksum(secret)}`
}

export function hasChecksum(text: string): boolean {
  return withChecksum(text.slice(0, -CHECKSUM_LENGTH - 1)) === text
}

/** Returns the CRC-32 in base62. It detects accidental changes and has no cryptographic strength. */
function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < CHECKSUM_LENGTH) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}
