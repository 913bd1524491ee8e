import { createHash, randomBytes, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const SECRET_BYTES = 32

/** 256 bits from the system's generator, base64url. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** The stored hash of a secret. It has 256 bits, so a plain hash cannot be searched. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex')
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHECKSUM_LENGTH = 6

/** Characters from the system's random source, almost six bits each. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
}

/** A secret with its checksum: a mistyped one, and a scanner's false find, are recognized without a database. */
export function withChecksum(secret: string): string {
  return `${secret}_${checksum(secret)}`
}

export function hasChecksum(text: string): boolean {
  return withChecksum(text.slice(0, -CHECKSUM_LENGTH - 1)) === text
}

/** CRC-32 in base62: it detects accidents and is no secret. */
function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < CHECKSUM_LENGTH) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}
