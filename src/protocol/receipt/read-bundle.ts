import type { Address, Hex } from 'viem'
import { bytesFromHex, hexFromBytes } from '#protocol/signing/hex.ts'

/**
 * Length in bytes of a call's gas bound, and of the bound and the target (20 bytes) together. They precede the
 * calldata. `CallBundle.sol` has the layout.
 */
const BOUND_LENGTH = 4
const HEAD_LENGTH = 24

/** A call in a transaction to `CallBundle`. */
type CallInBundle = { to: Address; data: Uint8Array }

/**
 * The calls in a transaction to `CallBundle`. Empty if its calldata is not a bundle. Calls share bytes, so 64 KiB
 * can contain 16 MiB of calls. They stay bytes because writing all of them as hex takes seconds.
 */
export function readBundle(calldata: Hex): CallInBundle[] {
  const bytes = bytesFromHex(calldata)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const calls: CallInBundle[] = []
  let at = 1
  try {
    while (calls.length < view.getUint8(0)) at = readGroup(bytes, view, at, calls)
  } catch (cause) {
    if (cause instanceof RangeError) return []
    throw cause
  }
  return at === bytes.length && calls.length === view.getUint8(0) ? calls : []
}

/** Returns the start of the next group. @throws RangeError beyond the end */
function readGroup(bytes: Uint8Array, view: DataView, start: number, calls: CallInBundle[]) {
  const count = view.getUint8(start)
  const length = HEAD_LENGTH + view.getUint16(start + 1)
  const ranges = [...Array<undefined>(view.getUint8(start + 3))].map((_, index) => {
    const at = start + 4 + 4 * index
    return { offset: view.getUint16(at), width: view.getUint16(at + 2) }
  })
  let at = start + 4 + 4 * ranges.length
  const call = Uint8Array.from(bytes.subarray(at, at + length))
  at += length
  for (let made = 0; made < count; made += 1) {
    for (const { offset, width } of ranges) {
      call.set(bytes.subarray(at, at + width), offset)
      at += width
    }
    if (at > bytes.length) throw new RangeError('the bundle ends early')
    const to = hexFromBytes(call.subarray(BOUND_LENGTH, HEAD_LENGTH))
    calls.push({ to, data: call.slice(HEAD_LENGTH) })
  }
  return at
}
