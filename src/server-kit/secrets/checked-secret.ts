import { crc32 } from 'node:zlib'
import { BASE62 } from './new-secret.ts'

const CHECKSUM_LENGTH = 6

/** A secret with its checksum: a mistyped one, and a scanner's false find, are recognized without a database. */
export function withChecksum(secret: string): string {
  return `${secret}_${checksum(secret)}`
}

/** Whether a text ends in the checksum of what stands before it. */
export function hasChecksum(text: string): boolean {
  return withChecksum(text.slice(0, -CHECKSUM_LENGTH - 1)) === text
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
