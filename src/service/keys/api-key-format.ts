import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { BASE62, randomBase62 } from '#server-kit/secrets/new-secret.ts'

const PREFIX = 'pk_live_'
const MARK_LENGTH = 6
const RANDOM_LENGTH = 32
const CHECKSUM_LENGTH = 6
/** How much of a key may be shown: prefix, mark and four of its 32 random characters. */
const START_LENGTH = PREFIX.length + MARK_LENGTH + 1 + 4
const SHAPE = /^pk_live_[0-9A-Za-z]{6}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/

/**
 * A new API key: `pk_live_<organization's mark>_<32 random base62>_<checksum>`, 190 bits from the system's
 * random source. The checksum detects a mistyped key, and a scanner's false find, without a database.
 */
export function createApiKey(mark: string): string {
  const head = `${PREFIX}${mark}_${randomBase62(RANDOM_LENGTH)}`
  return `${head}_${checksum(head)}`
}

/** Whether a text can be a key at all: shape and checksum. */
export function isApiKeyShaped(text: string): boolean {
  if (!SHAPE.test(text)) return false
  const cut = text.length - CHECKSUM_LENGTH - 1
  return checksum(text.slice(0, cut)) === text.slice(cut + 1)
}

/** What is stored of a key: SHA-256 of the whole text, 64 lower-case hex digits. */
export function hashApiKey(key: string): string {
  return hash('sha256', key)
}

/** The beginning that lists may show. */
export function apiKeyStart(key: string): string {
  return key.slice(0, START_LENGTH)
}

/** CRC-32 in base62: it detects accidents and is no secret. */
function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < CHECKSUM_LENGTH) {
    digits = BASE62.charAt(rest % BASE62.length) + digits
    rest = Math.floor(rest / BASE62.length)
  }
  return digits
}
