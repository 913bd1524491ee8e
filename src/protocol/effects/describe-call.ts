import { sameAddress } from '#protocol/display/address.ts'
import type { CallDescription, DescribedCall, Described } from '#protocol/display/call-description.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import { decodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import { describeWith, worst } from './describe-with.ts'
import { readTokenCall } from './read-token-call.ts'
import { readObjection, readWalletCall } from './read-wallet-call.ts'

/** Remaining limits: levels of nested batches, and calls in all of them together. Anything beyond is unknown. */
type Left = { levels: number; calls: { count: number } }

/** A batch may contain a batch. A person does not read more calls than this limit, and each call costs 0.1 ms. */
const allowed = (): Left => ({ levels: 2, calls: { count: 50 } })

/**
 * A call's effects on its wallet and their meaning for a person. Every screen uses this one function. It reads
 * only the bytes, the wallet's address and the known tokens. A call is known only if encoding the result gives
 * the same bytes; any other is `unknown` with all its bytes, and a screen must treat it as dangerous. Returns
 * codes, not sentences, because each screen has its own language. Throws `HexError` or `RangeError` for invalid
 * data or addresses.
 */
export function describeCall(call: DescribedCall, left = allowed()): CallDescription {
  const description = describeWith(call, (calldata, selector) =>
    sameAddress(call.toAddress, call.walletAddress)
      ? (readBatch(call, calldata, left) ?? readWalletCall(call, calldata, selector))
      : (readTokenCall(call, calldata, selector) ?? readObjection(call, calldata, selector)),
  )
  return { ...description, severity: worst([description, ...callsIn(description)]) }
}

/** Like `describeCall`, but null for invalid bytes, which are displayed raw. */
export function describeCallOrNull(call: DescribedCall): CallDescription | null {
  try {
    return describeCall(call)
  } catch {
    return null
  }
}

function readBatch(
  call: DescribedCall,
  calldata: Uint8Array,
  { levels, calls: left }: Left,
): Described | undefined {
  const batch = levels === 0 ? undefined : decodeExecuteBatch(calldata)
  if (batch === undefined || batch.length > left.count) return undefined
  left.count -= batch.length
  const calls = batch.map(({ to, value, data }) =>
    describeCall({ ...call, toAddress: to, value, data }, { levels: levels - 1, calls: left }),
  )
  return {
    kind: 'wallet-batch',
    effects: calls.flatMap(({ effects }) => effects),
    fields: [{ label: 'calls', value: { kind: 'calls', calls } }],
    warnings: [],
  }
}
