import { encodeArguments, layOut } from '#protocol/signing/abi-encode.ts'
import { CalldataError } from '#protocol/signing/calldata-error.ts'
import { joinBytes } from '#protocol/signing/hex.ts'
import { uintWord } from '#protocol/signing/word.ts'
import { itemTypes, liesBehind, type AbiType, type AbiValue } from './abi-type.ts'

/**
 * ABI-encodes values of any types, tuples and arrays included, in the one layout that `decodeValues` reads.
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
  // A dynamic value alone has its offset before it.
  return liesBehind({ kind: 'plain', type }) ? encoded.subarray(32) : encoded
}
