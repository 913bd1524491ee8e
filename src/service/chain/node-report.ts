import type { SimulationBlock } from './simulate.ts'

/** The methods that the service calls at `pending`. */
export const PENDING_METHODS = [
  'eth_call',
  'eth_estimateGas',
  'eth_getTransactionCount',
  'eth_getCode',
] as const
export type PendingMethod = (typeof PENDING_METHODS)[number]

/** The methods from which a tip can be read, in the order in which they are tried. */
export const TIP_WAYS = ['eth_maxPriorityFeePerGas', 'eth_feeHistory', 'eth_gasPrice'] as const
export type TipWay = (typeof TIP_WAYS)[number]

/** The probed capabilities of a node: the methods and block tags that provide the data that the service needs. */
export type NodeReport = {
  blockTags: Record<PendingMethod, SimulationBlock>
  /** Always `eth_gasPrice` on a chain without EIP-1559. */
  tip: TipWay
  hasBaseFee: boolean
  /** `unknown` if the newest blocks have no transaction whose receipt could be read. */
  receipts: 'read' | 'unknown'
}

/** Describes how the node differs from others, in short texts. */
export function describeWays({ blockTags, tip, hasBaseFee }: NodeReport): string[] {
  const atLatest = PENDING_METHODS.filter((method) => blockTags[method] === 'latest')
  return [
    atLatest.length === 0
      ? 'asked at pending'
      : `no pending block for ${atLatest.join(', ')}: asked at latest`,
    hasBaseFee ? `tip by ${tip}` : 'no EIP-1559: price by eth_gasPrice',
  ]
}
