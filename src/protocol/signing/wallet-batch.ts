import type { Address, Hex } from 'viem'
import { layOut, lengthPrefixed } from './abi-encode.ts'
import { bytesFromHex, hexFromBytes, joinBytes, sameBytes } from './hex.ts'
import { EXECUTE_BATCH } from './wallet-functions.ts'
import { addressWord, readLength, readUint, uintWord, wordsLength } from './word.ts'

/** One call of a batch that a wallet makes in one transaction. `value` is in wei. */
export type BatchCall = { to: Address; value: bigint; data: Hex }

/**
 * Computed on use, because in the widget's on-demand files `bytesFromHex` is not available during module
 * evaluation.
 */
const selector = () => bytesFromHex(EXECUTE_BATCH)

/** Calldata of a wallet's call to itself with several calls. Throws `RangeError` or `HexError` for invalid values. */
export function encodeExecuteBatch(calls: readonly BatchCall[]): Hex {
  return hexFromBytes(encodeBytes(calls))
}

/** The calls of a batch. Undefined unless `encodeExecuteBatch` would write the same bytes. */
export function decodeExecuteBatch(calldata: Uint8Array): BatchCall[] | undefined {
  if (!sameBytes(calldata.subarray(0, 4), selector())) return undefined
  try {
    const calls = readCalls(calldata.subarray(4))
    return sameBytes(encodeBytes(calls), calldata) ? calls : undefined
  } catch (cause) {
    if (cause instanceof RangeError) return undefined
    throw cause
  }
}

function encodeBytes(calls: readonly BatchCall[]): Uint8Array {
  const tuples = layOut(calls.map((call) => dynamic(encodeCallTuple(call))))
  const list = joinBytes([uintWord(BigInt(calls.length)), tuples])
  return joinBytes([selector(), layOut([dynamic(list)])])
}

function encodeCallTuple({ to, value, data }: BatchCall): Uint8Array {
  const head = joinBytes([addressWord(to), uintWord(value)])
  return layOut([{ isDynamic: false, encoded: head }, dynamic(lengthPrefixed(bytesFromHex(data)))])
}

const dynamic = (encoded: Uint8Array) => ({ isDynamic: true, encoded })

/**
 * Reads the calls of a batch. Each call must begin where the previous one ends, so no byte is read twice and a
 * small batch cannot expand to a large one.
 *
 * @throws RangeError for another layout
 */
function readCalls(encoded: Uint8Array): BatchCall[] {
  const length = readLength(encoded, 32)
  const calls: BatchCall[] = []
  let next = 32 * length
  for (let index = 0; index < length; index += 1) {
    if (readLength(encoded, 64 + 32 * index) !== next) throw new RangeError('is not the next one')
    const start = 64 + next
    const dataLength = readLength(encoded, start + 96)
    const end = start + 128 + dataLength
    if (end > encoded.length) throw new RangeError('ends too early')
    calls.push({
      to: hexFromBytes(encoded.subarray(start + 12, start + 32)),
      value: readUint(encoded, start + 32),
      data: hexFromBytes(encoded.subarray(start + 128, end)),
    })
    next += 128 + wordsLength(dataLength)
  }
  return calls
}
