import type { ChainConnection } from '#service/chain/chain.ts'
import { blockSchema, quantitySchema } from '#service/chain/rpc-schemas.ts'
import { apiError } from '#server-kit/http/http-error.ts'

/** Wei per gas. On a chain without EIP-1559 both are the gas price, and `legacy` is set. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; legacy: boolean }

/** Room for the base fee to double before the transaction has to be replaced. */
const BASE_FEE_ROOM = 2n
const FRESH_MS = 1_000

/** The fees that get a transaction mined now. Asked of the chain at most once a second. */
export function createFeeSource(chain: ChainConnection, feePerGasMax: bigint): () => Promise<Fees> {
  let cached: { at: number; fees: Promise<Fees> } | undefined
  return () => {
    const now = performance.now()
    if (cached === undefined || now - cached.at > FRESH_MS) {
      const fees = readFees(chain, feePerGasMax)
      cached = { at: now, fees }
      fees.catch(() => {
        cached = undefined
      })
    }
    return cached.fees
  }
}

async function readFees(chain: ChainConnection, feePerGasMax: bigint): Promise<Fees> {
  const block = await chain.rpc.request(blockSchema, 'eth_getBlockByNumber', ['latest', false])
  if (block.baseFeePerGas === undefined) {
    const price = await chain.rpc.request(quantitySchema, 'eth_gasPrice', [])
    return { maxFeePerGas: withinCap(price, feePerGasMax), maxPriorityFeePerGas: price, legacy: true }
  }
  const tip = await chain.rpc.request(quantitySchema, 'eth_maxPriorityFeePerGas', [])
  const needed = withinCap(block.baseFeePerGas + tip, feePerGasMax)
  const roomy = block.baseFeePerGas * BASE_FEE_ROOM + tip
  const maxFeePerGas = roomy > feePerGasMax ? feePerGasMax : roomy
  return {
    maxFeePerGas: needed > maxFeePerGas ? needed : maxFeePerGas,
    maxPriorityFeePerGas: tip,
    legacy: false,
  }
}

function withinCap(price: bigint, feePerGasMax: bigint): bigint {
  if (price <= feePerGasMax) return price
  throw apiError('UNAVAILABLE', 'Network fees are above the limit of this service. Try again later.', {
    cause: new Error(`a gas price of ${price} wei is above the limit of ${feePerGasMax}`),
  })
}

/**
 * Fees of a replacement: both at least 12.5 % above the old ones (nodes ask for 10 % or more, rounded up),
 * and not below what the chain asks now. `undefined` when the cap leaves no room.
 */
export function replacementFees(old: Fees, current: Fees, feePerGasMax: bigint): Fees | undefined {
  const maxFeePerGas = larger(bumped(old.maxFeePerGas), current.maxFeePerGas)
  const maxPriorityFeePerGas = larger(bumped(old.maxPriorityFeePerGas), current.maxPriorityFeePerGas)
  if (maxFeePerGas > feePerGasMax) return undefined
  return {
    maxFeePerGas: larger(maxFeePerGas, maxPriorityFeePerGas),
    maxPriorityFeePerGas,
    legacy: current.legacy,
  }
}

function bumped(fee: bigint): bigint {
  return (fee * 1_125n + 999n) / 1_000n
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
