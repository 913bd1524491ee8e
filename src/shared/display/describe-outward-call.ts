import { sameAddress } from './address.ts'
import type { CallDescription, DescribedCall } from './call-description.ts'
import { describeTokenCall } from './describe-token-call.ts'
import { describeWith, type Described } from './describe-with.ts'

/** Reads a call of a wallet to itself, or answers `undefined`: then it is unknown. */
export type DescribeInward = (
  call: DescribedCall,
  calldata: Uint8Array,
  selector: string,
  depth: number,
) => Described | undefined

/**
 * `describeCall` for a screen that never shows a call of the wallet to itself, and so needs no code to read one: such
 * a call is unknown here, with all its bytes, and dangerous. Everything else is exactly what `describeCall` says.
 */
export function describeOutwardCall(call: DescribedCall): CallDescription {
  return describeAt(call, 1, () => undefined)
}

/** A description at a depth of nested batches. */
export function describeAt(
  call: DescribedCall,
  depth: number,
  describeInward: DescribeInward,
): CallDescription {
  return describeWith(call, (calldata, selector) =>
    sameAddress(call.toAddress, call.walletAddress)
      ? describeInward(call, calldata, selector, depth)
      : describeTokenCall(call, calldata, selector),
  )
}
