import type { Address, Hex } from 'viem'
import { bytesFromHex, hexFromBytes, joinBytes, sameBytes } from './hex.ts'
import { readLength, readUint, wordsLength, writeAddress, writeUint } from './word.ts'

/** One call of a batch that a wallet makes in one transaction. `value` in wei. */
export type BatchCall = { to: Address; value: bigint; data: Hex }

/** Selector of `executeBatch((address,uint256,bytes)[])`, which a wallet accepts only from itself. */
export const EXECUTE_BATCH = '0x34fcd5be'
/** Computed on use: in the widget's on-demand files `bytesFromHex` is not available during module evaluation. */
const selector = () => bytesFromHex(EXECUTE_BATCH)

/** Calldata of a wallet's call to itself with several calls. Throws `RangeError` or `HexError` for invalid values. */
export function encodeExecuteBatch(calls: readonly BatchCall[]): Hex {
  const tuples = calls.map(encodeCallTuple)
  const heads = new Uint8Array(64 + 32 * tuples.length)
  writeUint(heads, 0, 32n)
  writeUint(heads, 32, BigInt(tuples.length))
  let offset = 32 * tuples.length
  for (const [index, tuple] of tuples.entries()) {
    writeUint(heads, 64 + 32 * index, BigInt(offset))
    offset += tuple.length
  }
  return hexFromBytes(joinBytes([selector(), heads, ...tuples]))
}

/** The calls of a batch, or `undefined` unless `encodeExecuteBatch` would have written the same bytes. */
export function decodeExecuteBatch(calldata: Uint8Array): BatchCall[] | undefined {
  if (!sameBytes(calldata.subarray(0, 4), selector())) return undefined
  try {
    const calls = readCalls(calldata.subarray(4))
    return sameBytes(bytesFromHex(encodeExecuteBatch(calls)), calldata) ? calls : undefined
  } catch (cause) {
    if (cause instanceof RangeError) return undefined
    throw cause
  }
}

function encodeCallTuple(call: BatchCall): Uint8Array {
  const data = bytesFromHex(call.data)
  const tuple = new Uint8Array(128 + wordsLength(data.length))
  writeAddress(tuple, 0, call.to)
  writeUint(tuple, 32, call.value)
  writeUint(tuple, 64, 96n)
  writeUint(tuple, 96, BigInt(data.length))
  tuple.set(data, 128)
  return tuple
}

function readCalls(encoded: Uint8Array): BatchCall[] {
  const length = readLength(encoded, 32)
  if (64 + 32 * length > encoded.length) throw new RangeError('ends too early')
  return Array.from({ length }, (_, index) => {
    const start = 64 + readLength(encoded, 64 + 32 * index)
    const dataLength = readLength(encoded, start + 96)
    return {
      to: hexFromBytes(encoded.subarray(start + 12, start + 32)),
      value: readUint(encoded, start + 32),
      data: hexFromBytes(encoded.subarray(start + 128, start + 128 + dataLength)),
    }
  })
}
