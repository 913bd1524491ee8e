import { encodeArguments, isDynamic } from './abi-encode.ts'
import { CalldataError } from './calldata-error.ts'
import { hexFromBytes, sameBytes } from './hex.ts'
import { textFromBytes, Utf8Error } from './utf8.ts'
import { readLength, readUint, wordsLength } from './word.ts'

/**
 * The arguments of ABI-encoded bytes as strings in the format of `encodeArguments`. Undefined unless encoding
 * them again gives the same bytes, because dirty padding, odd offsets and trailing bytes would be displayed
 * incorrectly.
 */
export function decodeArguments(types: readonly string[], encoded: Uint8Array): string[] | undefined {
  try {
    const params: string[] = []
    // No byte is read twice, because each dynamic value begins where the previous one ends.
    let next = 32 * types.length
    for (const [position, type] of types.entries()) {
      const head = 32 * position
      if (!isDynamic(type)) params.push(decodeStatic(type, encoded, head))
      else {
        if (readLength(encoded, head) !== next) return undefined
        params.push(decodeDynamic(type, encoded, next))
        next += lengthOfDynamic(type, encoded, next)
      }
    }
    return sameBytes(encodeArguments(types, params), encoded) ? params : undefined
  } catch (cause) {
    if (cause instanceof RangeError || cause instanceof CalldataError || cause instanceof Utf8Error)
      return undefined
    throw cause
  }
}

/** Length of a dynamic value with its length word, in bytes. */
function lengthOfDynamic(type: string, encoded: Uint8Array, start: number): number {
  const length = readLength(encoded, start)
  return 32 + (type === 'uint256[]' ? 32 * length : wordsLength(length))
}

/** The value in one word. It is not checked here, because encoding it again must give the same bytes. */
export function decodeStatic(type: string, encoded: Uint8Array, head: number): string {
  const value = readUint(encoded, head)
  if (type === 'address') return hexFromBytes(encoded.subarray(head + 12, head + 32))
  if (type === 'bool') return value === 1n ? 'true' : 'false'
  if (type.startsWith('bytes')) return hexFromBytes(encoded.subarray(head, head + Number(type.slice(5))))
  return (type.startsWith('uint') ? value : BigInt.asIntN(256, value)).toString()
}

/** The value after its length word. It is not checked here, because encoding it again must give the same bytes. */
export function decodeDynamic(type: string, encoded: Uint8Array, start: number): string {
  const length = readLength(encoded, start)
  if (type === 'uint256[]') {
    const items = [...Array<undefined>(length)].map((_, index) =>
      readUint(encoded, start + 32 + 32 * index).toString(),
    )
    return JSON.stringify(items)
  }
  const bytes = encoded.subarray(start + 32, start + 32 + length)
  return type === 'string' ? textFromBytes(bytes) : hexFromBytes(bytes)
}
