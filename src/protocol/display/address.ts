import type { Address } from 'viem'
import { keccak256 } from '#protocol/signing/keccak.ts'
import { bytesFromText } from '#protocol/signing/utf8.ts'
import { isAddress } from '#protocol/signing/word.ts'

/** The zero address: the native coin in balances, "no fee" in a call, a cleared approval. */
export const ZERO_ADDRESS: Address = '0x0000000000000000000000000000000000000000'

/** An address with the checksum capitals of EIP-55. Accepts any case. Throws `RangeError` if it is not an address. */
export function checksumAddress(address: string): Address {
  if (!isAddress(address)) throw new RangeError('must be an address: 0x followed by 40 hex digits')
  const lower = address.slice(2).toLowerCase()
  const hash = keccak256(bytesFromText(lower))
  let checked = ''
  for (let index = 0; index < 40; index += 1) {
    const digit = lower.charAt(index)
    // The highest bit of the hash's digit at the same index.
    const isCapital = (hash[index >> 1] ?? 0) & (index % 2 === 0 ? 0x80 : 0x08)
    checked += isCapital === 0 ? digit : digit.toUpperCase()
  }
  return `0x${checked}`
}

/** The beginning and the end of an address, for a title. It does not identify the account. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** Whether two texts name the same account, regardless of case. */
export function sameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase() && isAddress(one) && isAddress(other)
}
