import type { CallDescription, CallKind } from '#shared/display/call-description.ts'
import { describeCall } from '#shared/display/describe-call.ts'

/** What a widget token must allow before its page may have a call signed. */
export type CallOperation = 'transfer' | 'approve'

const TRANSFERS: ReadonlySet<CallKind> = new Set<CallKind>([
  'native-transfer',
  'erc20-transfer',
  'erc721-transfer',
  'erc1155-transfer',
  'erc1155-batch-transfer',
])

/**
 * The operations of a call by its bytes alone, whatever anyone says of it: `transfer` sends what the wallet has,
 * `approve` is everything else, what cannot be read included. A batch has those of its calls.
 */
export function callOperations(call: {
  walletAddress: string
  toAddress: string
  value: string | bigint
  data: string
}): CallOperation[] {
  return [...new Set(operationsOf(describeCall({ ...call, chainId: 0, tokens: [] })))]
}

function operationsOf({ kind, fields, warnings }: CallDescription): CallOperation[] {
  const inner = fields.find(({ value }) => value.kind === 'calls')?.value
  if (inner?.kind === 'calls') return inner.calls.flatMap(operationsOf)
  // Moving what somebody else holds uses a permission; it is more than sending.
  const isOwn = warnings.every(({ code }) => code !== 'from-other-account')
  return [TRANSFERS.has(kind) && isOwn ? 'transfer' : 'approve']
}
