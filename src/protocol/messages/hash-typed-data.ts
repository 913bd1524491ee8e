import type { Hex } from 'viem'
import { bytesFromHex, hexFromBytes, joinBytes } from '#protocol/signing/hex.ts'
import { keccak256 } from '#protocol/signing/keccak.ts'
import { bytesFromText } from '#protocol/signing/utf8.ts'
import { addressWord, UINT256_END, uintWord } from '#protocol/signing/word.ts'
import { encodeType, type AtomicType } from './typed-data-types.ts'
import type { CanonicalTypedData, StructValue, TypedValue } from './typed-data.ts'

/**
 * The hash of EIP-712, computed only from the canonical form. Each value and each type is hashed once, so the limits
 * of typed data bound the work. Tests compare the hash with the hash by viem.
 */
export function hashTypedData({ structs, domain, message }: CanonicalTypedData): Hex {
  const typeHashes = new Map<string, Uint8Array>()
  const typeHash = (name: string): Uint8Array => {
    const known = typeHashes.get(name)
    if (known !== undefined) return known
    const hash = keccak256(bytesFromText(encodeType(structs, name)))
    typeHashes.set(name, hash)
    return hash
  }
  const hashStruct = ({ name, members }: StructValue): Uint8Array =>
    keccak256(joinBytes([typeHash(name), ...[...members.values()].map(encode)]))
  const encode = (value: TypedValue): Uint8Array => {
    if (value.is === 'struct') return hashStruct(value)
    if (value.is === 'list') return keccak256(joinBytes(value.items.map(encode)))
    return encodeValue(value.type, value.value)
  }
  const parts = [Uint8Array.of(0x19, 0x01), hashStruct(domain), hashStruct(message)]
  return hexFromBytes(keccak256(joinBytes(parts)))
}

/** Encodes a value as one word. */
function encodeValue(type: AtomicType, value: string | boolean): Uint8Array {
  const text = String(value)
  switch (type.is) {
    case 'uint':
      return uintWord(BigInt(text))
    case 'int':
      return uintWord((BigInt(text) + UINT256_END) % UINT256_END)
    case 'bool':
      return uintWord(value === true ? 1n : 0n)
    case 'address':
      return addressWord(text)
    case 'bytes': {
      const word = new Uint8Array(32)
      word.set(bytesFromHex(text))
      return word
    }
    case 'any-bytes':
      return keccak256(bytesFromHex(text))
    case 'string':
      return keccak256(bytesFromText(text))
  }
}
