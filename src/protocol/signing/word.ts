import type { Address } from 'viem'
import { bytesFromHex } from './hex.ts'

/** First value above a uint256. */
export const UINT256_END = 2n ** 256n

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** Whether a text is an address in any case. Checksums are ignored (profile 5). */
export function isAddress(text: string): text is Address {
  return ADDRESS.test(text)
}

/** Writes a uint256, big endian, as 32 bytes at `offset`. Throws `RangeError` outside 0 to 2^256-1. */
export function writeUint(target: Uint8Array, offset: number, value: bigint): void {
  if (value < 0n || value >= UINT256_END) throw new RangeError('must be between 0 and 2^256-1')
  let rest = value
  for (let index = offset + 31; rest > 0n; index -= 1) {
    target[index] = Number(rest & 0xffn)
    rest >>= 8n
  }
}

/** Writes an address, left-padded to 32 bytes, at `offset`. Throws `RangeError` for an invalid one. */
export function writeAddress(target: Uint8Array, offset: number, address: string): void {
  if (!isAddress(address)) throw new RangeError('must be an address: 0x followed by 40 hex digits')
  target.set(bytesFromHex(address), offset + 12)
}

/** A uint256, big endian, as a new array of 32 bytes. Throws `RangeError` outside 0 to 2^256-1. */
export function uintWord(value: bigint): Uint8Array {
  const word = new Uint8Array(32)
  writeUint(word, 0, value)
  return word
}

/** The last `length` bytes of a uint256, big endian. The caller has checked that the value fits into them. */
export function fixedUint(length: number, value: bigint): Uint8Array {
  return uintWord(value).subarray(32 - length)
}

/** An address, left-padded, as a new array of 32 bytes. Throws `RangeError` for an invalid one. */
export function addressWord(address: string): Uint8Array {
  const word = new Uint8Array(32)
  writeAddress(word, 0, address)
  return word
}

/** The uint256 in the 32 bytes at `offset`. Throws `RangeError` if they lie beyond the end. */
export function readUint(source: Uint8Array, offset: number): bigint {
  if (offset + 32 > source.length) throw new RangeError('ends too early')
  let value = 0n
  for (let index = offset; index < offset + 32; index += 4) {
    const part =
      (source[index] ?? 0) * 0x1000000 +
      (((source[index + 1] ?? 0) << 16) | ((source[index + 2] ?? 0) << 8) | (source[index + 3] ?? 0))
    value = (value << 32n) | BigInt(part)
  }
  return value
}

/** The offset or length in the 32 bytes at `offset`. Throws `RangeError` if it exceeds the length of `source`. */
export function readLength(source: Uint8Array, offset: number): number {
  const length = readUint(source, offset)
  if (length > BigInt(source.length)) throw new RangeError('points beyond the end')
  return Number(length)
}

/** Length in bytes rounded up to whole words of 32. */
export function wordsLength(length: number): number {
  return Math.ceil(length / 32) * 32
}
