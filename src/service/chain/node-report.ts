import type { SimulationBlock } from './simulate.ts'

/** The methods that the service asks at `pending`. */
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

/** The ways by which a node gives what the service asks of it. */
export type NodeReport = {
  blockTags: Record<PendingMethod, SimulationBlock>
  /** `eth_gasPrice` alone on a chain without EIP-1559. */
  tip: TipWay
  hasBaseFee: boolean
  /** `unknown` where the newest blocks hold no transaction whose receipt could be read. */
  receipts: 'read' | 'unknown'
}

/** Where the node differs from others, as short texts. */
export function describeWays({ blockTags, tip, hasBaseFee }: NodeReport): string[] {
  const atLatest = PENDING_METHODS.filter((method) => blockTags[method] === 'latest')
  return [
    atLatest.length === 0
      ? 'asked at pending'
      : `no pending block for ${atLatest.join(', ')}: asked at latest`,
    hasBaseFee ? `tip by ${tip}` : 'no EIP-1559: price by eth_gasPrice',
  ]
}
