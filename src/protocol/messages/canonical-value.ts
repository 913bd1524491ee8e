import { checksumAddress } from '#protocol/display/address.ts'
import { carriesChecksum } from '#protocol/display/has-wrong-checksum.ts'
import { isAddress } from '#protocol/signing/word.ts'
import { RefusedMessage } from './refused-message.ts'
import type { AtomicType } from './typed-data-types.ts'

/**
 * The canonical form of a value: whole numbers in decimal digits, addresses with their checksum, bytes in
 * lower-case hex, strings unchanged. Hash, screens, policies and the stored copy all use it.
 *
 * @throws RefusedMessage for a value that encoders read differently, or that is not of its type
 */
export function canonicalValue(type: AtomicType, given: unknown, path: string): string | boolean {
  switch (type.is) {
    case 'uint':
      return canonicalInteger(given, { path, min: 0n, end: 1n << BigInt(type.bits) })
    case 'int': {
      const end = 1n << BigInt(type.bits - 1)
      return canonicalInteger(given, { path, min: -end, end })
    }
    case 'bool':
      if (typeof given !== 'boolean') throw new RefusedMessage(path, 'must be true or false')
      return given
    case 'address':
      return canonicalAddress(given, path)
    case 'string':
      return canonicalString(given, path)
    case 'bytes':
      return canonicalBytes(given, path, type.size)
    case 'any-bytes':
      return canonicalBytes(given, path)
  }
}

const DECIMAL = /^(?:0|-?[1-9]\d{0,77})$/
const HEX_INTEGER = /^0x[\da-fA-F]{1,64}$/

type Range = { path: string; min: bigint; end: bigint }

/** Accepts decimal digits, hex digits after 0x, a bigint, or a number that JavaScript represents exactly. */
function canonicalInteger(given: unknown, { path, min, end }: Range): string {
  const value = readInteger(given)
  if (value === undefined)
    throw new RefusedMessage(
      path,
      'must be a whole number in decimal digits without leading zeros, or in hex digits after 0x; as a JSON number below 2^53',
    )
  if (value < min || value >= end) throw new RefusedMessage(path, `must be between ${min} and ${end - 1n}`)
  return String(value)
}

function readInteger(given: unknown): bigint | undefined {
  if (typeof given === 'bigint') return given
  if (typeof given === 'number') return Number.isSafeInteger(given) ? BigInt(given) : undefined
  if (typeof given !== 'string') return undefined
  return DECIMAL.test(given) || HEX_INTEGER.test(given) ? BigInt(given) : undefined
}

/**
 * An address whose hex digits are all in one case carries no checksum. Digits in mixed case must carry the right
 * checksum.
 */
function canonicalAddress(given: unknown, path: string): string {
  if (typeof given !== 'string' || !isAddress(given))
    throw new RefusedMessage(path, 'must be an address: 0x followed by 40 hex digits')
  const checked = checksumAddress(given)
  if (carriesChecksum(given) && checked !== given) throw new RefusedMessage(path, 'has a wrong checksum')
  return checked
}

/** A lone surrogate has no UTF-8, so its replacement character would be signed. */
const LONE_SURROGATE = /\p{Cs}/u

function canonicalString(given: unknown, path: string): string {
  if (typeof given !== 'string') throw new RefusedMessage(path, 'must be a string')
  if (LONE_SURROGATE.test(given))
    throw new RefusedMessage(path, 'must be well-formed Unicode (it has a lone surrogate)')
  return given
}

const HEX = /^0x(?:[\da-fA-F]{2})*$/

function canonicalBytes(given: unknown, path: string, size?: number): string {
  if (typeof given !== 'string' || !HEX.test(given))
    throw new RefusedMessage(path, 'must be 0x followed by an even number of hex digits')
  if (size !== undefined && given.length !== 2 + 2 * size)
    throw new RefusedMessage(path, `must be exactly ${size} ${size === 1 ? 'byte' : 'bytes'}`)
  return given.toLowerCase()
}
