import { bytesFromHex, joinBytes } from '#shared/signing/hex.ts'

/** Recursive length prefix, the encoding of transactions: bytes and lists of what is encoded. Source: Yellow Paper, appendix B. */
export function rlpBytes(bytes: Uint8Array): Uint8Array {
  const [first = 0] = bytes
  if (bytes.length === 1 && first < 0x80) return bytes
  return joinBytes([lengthPrefix(0x80, bytes.length), bytes])
}

/** A whole number that is not negative: its bytes, big endian, without zeros in front; none for zero. */
export function rlpNumber(value: bigint): Uint8Array {
  if (value === 0n) return rlpBytes(new Uint8Array())
  const digits = value.toString(16)
  return rlpBytes(bytesFromHex(`0x${digits.length % 2 === 0 ? '' : '0'}${digits}`))
}

/** A list of what is encoded already. */
export function rlpList(items: readonly Uint8Array[]): Uint8Array {
  const length = items.reduce((sum, item) => sum + item.length, 0)
  return joinBytes([lengthPrefix(0xc0, length), ...items])
}

/** Up to 55 bytes in the one byte `start + length`; beyond, the length follows in as few bytes as it needs. */
function lengthPrefix(start: number, length: number): Uint8Array {
  if (length <= 55) return Uint8Array.of(start + length)
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Uint8Array.of(start + 55 + bytes.length, ...bytes)
}
