import { encodeArguments } from '#protocol/signing/abi-encode.ts'
import { CalldataError } from '#protocol/signing/calldata-error.ts'
import { joinBytes } from '#protocol/signing/hex.ts'
import { writeUint } from '#protocol/signing/word.ts'
import { headsLength, itemTypes, liesBehind, type AbiType, type AbiValue } from './abi-type.ts'

/**
 * ABI-encodes values of any types, tuples and arrays included, in the one layout that `decodeValues` reads.
 *
 * @throws CalldataError for values that do not fit
 */
export function encodeValues(types: readonly AbiType[], values: readonly AbiValue[]): Uint8Array {
  if (types.length !== values.length)
    throw new CalldataError('invalid', `there must be ${types.length} values`)
  const heads: Uint8Array[] = []
  const tails: Uint8Array[] = []
  let offset = headsLength(types)
  for (const [position, type] of types.entries()) {
    const encoded = encodeValue(type, values[position] ?? '')
    if (liesBehind(type)) {
      heads.push(word(offset))
      tails.push(encoded)
      offset += encoded.length
    } else heads.push(encoded)
  }
  return joinBytes([...heads, ...tails])
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
  return joinBytes([word(value.length), encodeValues(itemTypes(type, value.length), value)])
}

function encodePlain(type: string, value: AbiValue): Uint8Array {
  if (typeof value !== 'string') throw new CalldataError('invalid', `there must be one value of type ${type}`)
  const encoded = encodeArguments([type], [value])
  // A dynamic value alone has its offset before it.
  return liesBehind({ kind: 'plain', type }) ? encoded.subarray(32) : encoded
}

function word(value: number): Uint8Array {
  const bytes = new Uint8Array(32)
  writeUint(bytes, 0, BigInt(value))
  return bytes
}
