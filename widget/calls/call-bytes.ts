import type { Address, Hex } from 'viem'
import { callOperations } from '#protocol/call-operations.ts'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { type CallOperation, valuesOfCall } from '#protocol/operations.ts'
import { encodeTokenCall } from '#protocol/signing/calldata.ts'
import { encodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import type { WidgetCall } from '#protocol/widget-call.ts'

/** A call as the chain executes it. `value` is in wei. */
export type CallBytes = { to: Address; value: bigint; data: Hex }

/** The bytes of a page's call for `walletAddress`. A batch is one call of the wallet to itself. */
export function toCallBytes(walletAddress: string, call: WidgetCall): CallBytes {
  if (call.kind === 'raw') return { to: hex(call.to), value: BigInt(call.value ?? 0), data: hex(call.data) }
  if (call.kind === 'batch') {
    const calls = call.calls.map((inner) => toCallBytes(walletAddress, inner))
    return { to: hex(walletAddress), value: 0n, data: encodeExecuteBatch(calls) }
  }
  const { data } = encodeTokenCall(call.kind, valuesOfCall(walletAddress, call))
  return { to: hex(call.token), value: 0n, data }
}

/**
 * Operations that the widget token must allow for a page's call. Computed before the signing wallet is known.
 */
export function operationsFor(call: WidgetCall): CallOperation[] {
  const calls = call.kind === 'batch' ? call.calls : [call]
  const operations = calls.flatMap((inner) => {
    const { to, value, data } = toCallBytes(ZERO_ADDRESS, inner)
    return callOperations({ walletAddress: ZERO_ADDRESS, toAddress: to, value, data })
  })
  return [...new Set(operations)]
}

/** Converts bytes to lower case, because they are compared as text. */
function hex(text: string): Hex {
  return `0x${text.slice(2).toLowerCase()}`
}
