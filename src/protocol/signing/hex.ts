import type { Hex } from 'viem'

/** The two digits of each byte. */
const DIGITS = [...Array<undefined>(256)].map((_, byte) => byte.toString(16).padStart(2, '0'))

/** Thrown if a text is not 0x-hex of whole bytes. */
export class HexError extends Error {
  override name = 'HexError'
}

/** The bytes as 0x-hex in lower case. */
export function hexFromBytes(bytes: Uint8Array): Hex {
  let digits = ''
  for (const byte of bytes) digits += DIGITS[byte] ?? ''
  return `0x${digits}`
}

/** The bytes of a 0x-hex text of any case. Throws `HexError` unless it is 0x and an even number of hex digits. */
export function bytesFromHex(hex: string): Uint8Array {
  if (hex.length % 2 !== 0 || !hex.startsWith('0x'))
    throw new HexError('must be 0x followed by an even number of hex digits')
  const bytes = new Uint8Array(hex.length / 2 - 1)
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = (readDigit(hex, 2 * index + 2) << 4) | readDigit(hex, 2 * index + 3)
  }
  return bytes
}

/** Concatenates all parts. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

/**
 * Whether both arrays contain the same bytes. Only for public data, because the comparison stops at the first
 * difference.
 */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false
  return true
}

function readDigit(hex: string, index: number): number {
  const code = hex.charCodeAt(index)
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  if (letter >= 97 && letter <= 102) return letter - 87
  throw new HexError('must be 0x followed by an even number of hex digits')
}
