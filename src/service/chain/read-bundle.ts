import type { Address, Hex } from 'viem'
import { bytesFromHex, hexFromBytes } from '#protocol/signing/hex.ts'

const GAS_BOUND_LENGTH = 4
const HEAD_LENGTH = 24

export type CallInBundle = { to: Address; data: Hex }

/**
 * Reads the calls from the calldata of a bundle, in the order in which they are made (`encodeBundle`). Returns an
 * empty list for calldata that `CallBundle` refuses.
 */
export function readBundle(calldata: Hex): CallInBundle[] {
  const bytes = bytesFromHex(calldata)
  const calls: CallInBundle[] = []
  const count = bytes[0] ?? 0
  let cursor = 1
  const take = (length: number): Uint8Array => {
    if (cursor + length > bytes.length) throw new RangeError('the bundle ends early')
    cursor += length
    return bytes.subarray(cursor - length, cursor)
  }
  const takeNumber = (length: number) => take(length).reduce((sum, byte) => sum * 256 + byte, 0)
  try {
    while (calls.length < count) {
      const inGroup = takeNumber(1)
      const length = HEAD_LENGTH + takeNumber(2)
      const ranges = Array.from({ length: takeNumber(1) }, () => ({
        start: takeNumber(2),
        length: takeNumber(2),
      }))
      const template = Uint8Array.from(take(length))
      if (inGroup === 0) return []
      for (let call = 0; call < inGroup; call += 1) {
        for (const range of ranges) template.set(take(range.length), range.start)
        calls.push(toCall(template))
      }
    }
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
  return calls
}

function toCall(template: Uint8Array): CallInBundle {
  const to = hexFromBytes(template.subarray(GAS_BOUND_LENGTH, HEAD_LENGTH))
  return { to, data: hexFromBytes(template.subarray(HEAD_LENGTH)) }
}
