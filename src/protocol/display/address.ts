import type { Address } from 'viem'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import { keccak256 } from '#protocol/signing/keccak.ts'
import { bytesFromText } from '#protocol/signing/utf8.ts'
import { isAddress } from '#protocol/signing/word.ts'

/** The zero address: the native coin in balances, "no fee" in a call, a cleared approval. */
export const ZERO_ADDRESS: Address = '0x0000000000000000000000000000000000000000'

/** An address with the checksum capitals of EIP-55. Takes any case. Throws `RangeError` when it is no address. */
export function checksumAddress(address: string): Address {
  if (!isAddress(address)) throw new RangeError('must be an address: 0x followed by 40 hex digits')
  const lower = address.slice(2).toLowerCase()
  const hash = hexFromBytes(keccak256(bytesFromText(lower))).slice(2)
  let checked = ''
  for (let index = 0; index < 40; index += 1) {
    const digit = lower.charAt(index)
    checked += hash.charAt(index) >= '8' ? digit.toUpperCase() : digit
  }
  return `0x${checked}`
}

/** The beginning and the end of an address, for a title. It does not identify the account. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** Whether two texts name the same account, whatever their case. */
export function sameAddress(one: string, other: string): boolean {
  return isAddress(one) && isAddress(other) && one.toLowerCase() === other.toLowerCase()
}
