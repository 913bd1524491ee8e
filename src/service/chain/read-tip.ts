import * as z from 'zod/mini'
import { readHeader } from './chain-data.ts'
import type { TipWay } from './node-report.ts'
import { quantity, quantitySchema, unknownable } from './rpc-schemas.ts'
import type { Rpc } from './rpc.ts'

/** Number of newest blocks from which the median tip is computed. */
const HISTORY_BLOCKS = 5
const MEDIAN_PERCENTILE = 50
/** Used share of a block's gas below which its tips say nothing about the next block. */
const BUSY_RATIO_MIN = 0.1

export const feeHistorySchema = z.object({
  baseFeePerGas: unknownable(z.array(quantitySchema)),
  gasUsedRatio: unknownable(z.array(z.nullable(z.number()))),
  reward: unknownable(z.array(z.nullable(z.array(quantitySchema)))),
})

/** Reads the tips and base fees of the newest blocks. @throws RpcError if the node has no such method */
export function readFeeHistory(
  rpc: Rpc,
  blocks: number,
): Promise<{
  baseFeePerGas?: bigint[] | undefined
  gasUsedRatio?: (number | null)[] | undefined
  reward?: (bigint[] | null)[] | undefined
}> {
  const params = [quantity(blocks), 'latest', [MEDIAN_PERCENTILE]]
  return rpc.request(feeHistorySchema, 'eth_feeHistory', params)
}

/**
 * Returns the median of the tips paid in the newest blocks. Undefined if they are nearly empty: on an idle chain, a single
 * transaction may have paid any tip (foundry-rs/foundry 15559).
 */
export async function readMedianTip(rpc: Rpc): Promise<bigint | undefined> {
  const { gasUsedRatio = [], reward = [] } = await readFeeHistory(rpc, HISTORY_BLOCKS)
  const tips = reward.flatMap((percentiles, block) => {
    const isBusy = (gasUsedRatio[block] ?? 1) >= BUSY_RATIO_MIN
    return isBusy ? (percentiles?.slice(0, 1) ?? []) : []
  })
  return tips.toSorted((a, b) => (a < b ? -1 : 1))[Math.floor(tips.length / 2)]
}

/**
 * Computes the tip as `eth_gasPrice` minus the base fee. On nodes with both values, `eth_gasPrice` is the base fee
 * plus a tip.
 */
async function readPriceAboveBaseFee(rpc: Rpc): Promise<bigint> {
  const [price, newest] = await Promise.all([
    rpc.request(quantitySchema, 'eth_gasPrice', []),
    readHeader({ rpc }, 'latest'),
  ])
  const above = price - (newest?.baseFeePerGas ?? 0n)
  return above > 0n ? above : 0n
}

const READERS: Record<TipWay, (rpc: Rpc) => Promise<bigint>> = {
  eth_maxPriorityFeePerGas: (rpc) => rpc.request(quantitySchema, 'eth_maxPriorityFeePerGas', []),
  eth_feeHistory: async (rpc) => (await readMedianTip(rpc)) ?? readPriceAboveBaseFee(rpc),
  eth_gasPrice: readPriceAboveBaseFee,
}

/** Reads a tip in wei per gas by one of the methods. */
export function readTip(rpc: Rpc, way: TipWay): Promise<bigint> {
  return READERS[way](rpc)
}
