import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'is_live_'
const RANDOM_LENGTH = 43
const CHECKSUM_LENGTH = 6
/** How much of a secret may be shown: the prefix and four of its 43 random characters. */
const START_LENGTH = PREFIX.length + 4
const SHAPE = /^is_live_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/

/**
 * A new integration secret: `is_live_<43 random base62>_<checksum>`, 256 bits. The checksum lets a mistyped
 * secret, and a scanner's false find, be recognized without a database.
 */
export function createIntegrationSecret(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () =>
    ALPHABET.charAt(randomInt(ALPHABET.length)),
  ).join('')
  return `${PREFIX}${random}_${checksum(PREFIX + random)}`
}

/** Whether a text can be a secret at all: shape and checksum. */
export function isIntegrationSecretShaped(text: string): boolean {
  if (!SHAPE.test(text)) return false
  const cut = text.length - CHECKSUM_LENGTH - 1
  return checksum(text.slice(0, cut)) === text.slice(cut + 1)
}

/** The beginning that lists may show. */
export function integrationSecretStart(secret: string): string {
  return secret.slice(0, START_LENGTH)
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
