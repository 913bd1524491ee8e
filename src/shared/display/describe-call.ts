import { decodeExecuteBatch } from '#shared/signing/wallet-batch.ts'
import type { CallDescription, DescribedCall } from './call-description.ts'
import { describeAt } from './describe-outward-call.ts'
import { recoveryCall } from './describe-wallet-call.ts'
import type { Described } from './describe-with.ts'

/** A batch may hold a batch; deeper ones are nobody's intention and are shown as bytes. */
const DEPTH_MAX = 2

const EXECUTE_BATCH = '0x34fcd5be'

/**
 * What a call means, read from its bytes alone. A call counts as known only if encoding what was read gives the same
 * bytes; anything else is `unknown` with all its bytes, and a screen must treat it as dangerous. Codes, not
 * sentences: each screen has its own language. Throws `HexError` or `RangeError` for data or an address that is none.
 */
export function describeCall(call: DescribedCall): CallDescription {
  return describeAt(call, 1, describeWalletCall)
}

/** Calls of the wallet to itself: the only way to change what it is. */
function describeWalletCall(
  call: DescribedCall,
  calldata: Uint8Array,
  selector: string,
  depth: number,
): Described | undefined {
  if (selector === EXECUTE_BATCH && depth <= DEPTH_MAX) return describeBatch(call, calldata, depth)
  return recoveryCall(call, calldata, selector)
}

function describeBatch(call: DescribedCall, calldata: Uint8Array, depth: number): Described | undefined {
  const batch = decodeExecuteBatch(calldata)
  if (batch === undefined) return undefined
  const calls = batch.map(({ to, value, data }) =>
    describeAt({ ...call, toAddress: to, value, data }, depth + 1, describeWalletCall),
  )
  return { kind: 'wallet-batch', fields: [{ label: 'calls', value: { kind: 'calls', calls } }], warnings: [] }
}
