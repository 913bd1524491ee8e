import { decodeDynamic, decodeStatic } from '#protocol/signing/abi-decode.ts'
import { encodeArguments, layOut } from '#protocol/signing/abi-encode.ts'
import { CalldataError } from '#protocol/signing/calldata-error.ts'
import { joinBytes, sameBytes } from '#protocol/signing/hex.ts'
import { Utf8Error } from '#protocol/signing/utf8.ts'
import { readLength, readUint, uintWord, wordsLength } from '#protocol/signing/word.ts'
import { type AbiType, type AbiValue, headsLength, itemTypes, liesBehind } from './abi-type.ts'

/** A value and its length in bytes. */
type Read = { value: AbiValue; length: number }
type ReadAll = { values: AbiValue[]; length: number }

/** Maximum number of values in a call. A person reads far fewer, and decoding one takes 5 µs. */
export const CALL_VALUES_MAX = 1_000
type Left = { values: number }

/**
 * Decodes ABI-encoded bytes. Returns undefined unless the values are contiguous and encode to the same bytes
 * again. No byte is read twice, so a small call cannot expand to a large one.
 */
export function decodeValues(types: readonly AbiType[], encoded: Uint8Array): AbiValue[] | undefined {
  try {
    const { values } = readAll(types, encoded, { values: CALL_VALUES_MAX })
    return sameBytes(encodeValues(types, values), encoded) ? values : undefined
  } catch (cause) {
    if (cause instanceof RangeError || cause instanceof CalldataError || cause instanceof Utf8Error)
      return undefined
    throw cause
  }
}

/** Offsets count from the start of `bytes`. */
function readAll(types: readonly AbiType[], bytes: Uint8Array, left: Left): ReadAll {
  const values: AbiValue[] = []
  let head = 0
  let length = headsLength(types)
  if (length > bytes.length) throw new RangeError('ends too early')
  for (const type of types) {
    const isBehind = liesBehind(type)
    if (isBehind && readUint(bytes, head) !== BigInt(length)) throw new RangeError('is not the next one')
    const read = readValue(type, bytes.subarray(isBehind ? length : head), left)
    values.push(read.value)
    head += isBehind ? 32 : read.length
    if (isBehind) length += read.length
  }
  return { values, length }
}

function readValue(type: AbiType, bytes: Uint8Array, left: Left): Read {
  if (type.kind === 'plain') {
    left.values -= 1
    if (left.values < 0) throw new RangeError('has too many values')
    return readPlain(type.type, bytes)
  }
  if (type.kind === 'tuple')
    return toList(
      readAll(
        type.members.map((member) => member.type),
        bytes,
        left,
      ),
    )
  if (type.length !== undefined) return toList(readAll(fitting(type, type.length, bytes), bytes, left))
  const length = readLength(bytes, 0)
  const items = bytes.subarray(32)
  return toList(readAll(fitting(type, length, items), items, left), 32)
}

function toList({ values, length }: ReadAll, before = 0): Read {
  return { value: values, length: before + length }
}

/** The items' types. @throws RangeError if the bytes are too few for that many items */
function fitting(type: AbiType & { kind: 'array' }, length: number, bytes: Uint8Array): AbiType[] {
  if (length * 32 > bytes.length) throw new RangeError('ends too early')
  return itemTypes(type, length)
}

function readPlain(type: string, bytes: Uint8Array): Read {
  const isBehind = liesBehind({ kind: 'plain', type })
  const length = isBehind ? 32 + wordsLength(readLength(bytes, 0)) : 32
  if (length > bytes.length) throw new RangeError('ends too early')
  return { value: isBehind ? decodeDynamic(type, bytes, 0) : decodeStatic(type, bytes, 0), length }
}

/**
 * ABI-encodes values of any types, including tuples and arrays, in the one layout that `decodeValues` reads.
 *
 * @throws CalldataError for values that do not fit
 */
export function encodeValues(types: readonly AbiType[], values: readonly AbiValue[]): Uint8Array {
  if (types.length !== values.length)
    throw new CalldataError('invalid', `there must be ${types.length} values`)
  return layOut(
    types.map((type, position) => ({
      isDynamic: liesBehind(type),
      encoded: encodeValue(type, values[position] ?? ''),
    })),
  )
}

function encodeValue(type: AbiType, value: AbiValue): Uint8Array {
  if (type.kind === 'plain') return encodePlain(type.type, value)
  if (typeof value === 'string') throw new CalldataError('invalid', 'there must be a list of values')
  if (type.kind === 'tuple')
    return encodeValues(
      type.members.map((member) => member.type),
      value,
    )
  if (type.length !== undefined) return encodeValues(itemTypes(type, type.length), value)
  return joinBytes([uintWord(BigInt(value.length)), encodeValues(itemTypes(type, value.length), value)])
}

function encodePlain(type: string, value: AbiValue): Uint8Array {
  if (typeof value !== 'string') throw new CalldataError('invalid', `there must be one value of type ${type}`)
  const encoded = encodeArguments([type], [value])
  // A single dynamic value has its offset before it.
  return liesBehind({ kind: 'plain', type }) ? encoded.subarray(32) : encoded
}
