import { checksumAddress } from '#protocol/display/address.ts'
import { isAddress, UINT256_END } from '#protocol/signing/word.ts'

/** Reads an amount in base units, above 0 and below 2^256, from a decimal string. Undefined for any other value. */
export function readAmount(value: unknown): bigint | undefined {
  if (typeof value !== 'string' || !/^[1-9][0-9]{0,77}$/.test(value)) return undefined
  const amount = BigInt(value)
  return amount < UINT256_END ? amount : undefined
}

/**
 * Whether a value is an address, with a correct checksum (EIP-55) unless its letters are all of one case. A wrong
 * checksum means that the address was mistyped or changed.
 */
export function isChecksummed(value: unknown): value is `0x${string}` {
  if (typeof value !== 'string' || !isAddress(value)) return false
  const digits = value.slice(2)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isOneCase || checksumAddress(value) === value
}

/** The members of an object. Undefined if the value is no object, or a list. */
export function readObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? Object.fromEntries(Object.entries(value)) : undefined
}
