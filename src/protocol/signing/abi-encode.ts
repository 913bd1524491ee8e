import { CalldataError } from './calldata-error.ts'
import { bytesFromHex, HexError, joinBytes } from './hex.ts'
import { bytesFromText, Utf8Error } from './utf8.ts'
import { addressWord, uintWord, wordsLength, writeUint } from './word.ts'

const UNSIGNED = /^(0|[1-9][0-9]{0,77})$/
const SIGNED = /^(0|-?[1-9][0-9]{0,76})$/
/** A JSON array of decimal strings, the format of profile 5 for the arrays of a batch transfer. */
const UNSIGNED_LIST = /^\[("(0|[1-9][0-9]{0,77})"(,"(0|[1-9][0-9]{0,77})")*)?\]$/

/**
 * ABI-encodes string arguments in the formats of profile 5: integers decimal, addresses 0x + 40 hex, `true` /
 * `false`, bytes as 0x-hex, strings unchanged. Besides the elementary types it supports `uint256[]`, whose
 * string is a JSON array of decimal strings. `types` must come from `parseFunctionSignature` or be constants.
 * Throws `CalldataError` (`invalid`) with the index of the first invalid argument.
 */
export function encodeArguments(types: readonly string[], params: readonly string[]): Uint8Array {
  if (types.length !== params.length) {
    throw new CalldataError('invalid', `params must have ${types.length} items, not ${params.length}`)
  }
  return layOut(
    types.map((type, position) => ({
      isDynamic: isDynamic(type),
      encoded: encodeAt(position, type, params[position] ?? ''),
    })),
  )
}

/**
 * Concatenates encoded values. A dynamic value follows all the others. Its offset stands in its place. Source: the
 * ABI specification.
 */
export function layOut(values: readonly { isDynamic: boolean; encoded: Uint8Array }[]): Uint8Array {
  const heads: Uint8Array[] = []
  const tails: Uint8Array[] = []
  let offset = values.reduce((sum, value) => sum + (value.isDynamic ? 32 : value.encoded.length), 0)
  for (const { isDynamic, encoded } of values) {
    heads.push(isDynamic ? uintWord(BigInt(offset)) : encoded)
    if (!isDynamic) continue
    tails.push(encoded)
    offset += encoded.length
  }
  return joinBytes([...heads, ...tails])
}

/** Whether a type is dynamic, which means that its value follows the heads. */
export function isDynamic(type: string): boolean {
  return type === 'string' || type === 'bytes' || type === 'uint256[]'
}

function encodeAt(position: number, type: string, param: string): Uint8Array {
  try {
    return encodeParam(type, param)
  } catch (cause) {
    if (cause instanceof RangeError || cause instanceof HexError || cause instanceof Utf8Error) {
      throw new CalldataError('invalid', `params[${position}] (${type}) ${cause.message}`, position)
    }
    throw cause
  }
}

function encodeParam(type: string, param: string): Uint8Array {
  if (type === 'address') return addressWord(param)
  if (type === 'bool') return boolWord(param)
  if (type === 'string') return lengthPrefixed(bytesFromText(param))
  if (type === 'bytes') return lengthPrefixed(bytesFromHex(param))
  if (type === 'uint256[]') return encodeList(param)
  if (type.startsWith('bytes')) return fixedBytesWord(Number(type.slice(5)), param)
  if (type.startsWith('uint')) return uintWord(parseUint(Number(type.slice(4)), param))
  return uintWord(BigInt.asUintN(256, parseInteger(Number(type.slice(3)), param)))
}

function parseUint(bits: number, param: string): bigint {
  if (!UNSIGNED.test(param)) {
    throw new RangeError('must be a whole number in decimal digits without sign or leading zeros')
  }
  const value = BigInt(param)
  if (value >= 1n << BigInt(bits)) throw new RangeError(`must be below 2^${bits}`)
  return value
}

function parseInteger(bits: number, param: string): bigint {
  if (!SIGNED.test(param))
    throw new RangeError('must be a whole number in decimal digits without leading zeros')
  const value = BigInt(param)
  const end = 1n << BigInt(bits - 1)
  if (value < -end || value >= end) throw new RangeError(`must be from -2^${bits - 1} to 2^${bits - 1}-1`)
  return value
}

function encodeList(param: string): Uint8Array {
  if (!UNSIGNED_LIST.test(param)) throw new RangeError('must be a JSON array of whole numbers in strings')
  const items = param === '[]' ? [] : param.slice(2, -2).split('","')
  return joinBytes([uintWord(BigInt(items.length)), ...items.map((item) => uintWord(parseUint(256, item)))])
}

function boolWord(param: string): Uint8Array {
  if (param !== 'true' && param !== 'false') throw new RangeError('must be true or false')
  return uintWord(param === 'true' ? 1n : 0n)
}

function fixedBytesWord(length: number, param: string): Uint8Array {
  const bytes = bytesFromHex(param)
  if (bytes.length !== length) throw new RangeError(`must be exactly ${length} bytes`)
  const word = new Uint8Array(32)
  word.set(bytes)
  return word
}

/** Bytes as a dynamic value: their length, then the bytes, padded to whole words. */
export function lengthPrefixed(bytes: Uint8Array): Uint8Array {
  const encoded = new Uint8Array(32 + wordsLength(bytes.length))
  writeUint(encoded, 0, BigInt(bytes.length))
  encoded.set(bytes, 32)
  return encoded
}
