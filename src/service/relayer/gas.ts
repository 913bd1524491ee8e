import type { Hex } from 'viem'
import type { ChainConnection } from '#service/chain/chain.ts'
import { estimateGas, simulateCall, type GasEstimate, type SimulatedCall } from '#service/chain/simulate.ts'
import { readNewest, type KnowingChain } from '#service/chain/chain-data.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import { apiError } from '#server-kit/http/http-error.ts'

/** Simulations are of this moment; the margin covers what other transactions change until the block. */
const MARGIN_PERCENT = 25n
const MARGIN = 30_000n
/** Gas that nearly every wallet call fits in. Gas that is not used is not paid for. */
const USUAL_GAS = 400_000n
/** The gas limit that nearly every transaction has. */
export const USUAL_GAS_LIMIT = withMargin(USUAL_GAS)

/**
 * Simulates a call as the next block would run it, and answers the gas limit of its transaction; why it
 * would fail, when it would.
 *
 * @param gasLimitMax the most that one transaction may use
 */
export async function gasOf(
  chain: Pick<ChainConnection, 'rpc' | 'callTellsGas' | 'simulateAt'>,
  call: Omit<SimulatedCall, 'gas'>,
  gasLimitMax: bigint,
): Promise<GasEstimate> {
  if (chain.callTellsGas === true && USUAL_GAS_LIMIT <= gasLimitMax) {
    const block = chain.simulateAt?.() ?? 'pending'
    const usual = await simulateCall(chain.rpc, { ...call, gas: USUAL_GAS }, block)
    if (usual.ok) return { ok: true, gas: USUAL_GAS_LIMIT }
    // It may have failed for want of gas, or for want of what the pool is about to change: only a call with all
    // the gas, after the pool, shows it.
  }
  const estimate = await estimateGas(chain.rpc, { ...call, gas: gasLimitMax })
  if (!estimate.ok) return estimate
  const wanted = withMargin(estimate.gas)
  return { ok: true, gas: wanted < gasLimitMax ? wanted : gasLimitMax }
}

/**
 * Tries a call with the gas that it may use. One that would succeed with more gets that as its reason: a contract that runs out of gas
 * within a wallet fails without a reason.
 */
export async function withinGas<Tried extends { ok: boolean }>(
  gasMax: bigint,
  gasLimitMax: bigint,
  attempt: (most: bigint) => Promise<Tried | Failed>,
): Promise<Tried | Failed> {
  const tried = await attempt(gasMax < gasLimitMax ? gasMax : gasLimitMax)
  if (tried.ok || gasMax >= gasLimitMax || !(await attempt(gasLimitMax)).ok) return tried
  return { ok: false, reason: `it needs more gas than the ${gasMax} that one call may use` }
}

type Failed = { ok: false; reason: string }

function withMargin(gas: bigint): bigint {
  return (gas * (100n + MARGIN_PERCENT)) / 100n + MARGIN
}

/** Wei per gas. On a chain without EIP-1559 both are the gas price, and `legacy` is set. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; legacy: boolean }

/** Room for the base fee to double before the transaction has to be replaced. */
const BASE_FEE_ROOM = 2n
const FRESH_MS = 1_000
const TIP_FRESH_MS = 10_000

type FeeChain = KnowingChain

/** The fees that get a transaction mined now. Asked of the chain with a new block, and at most once a second. */
export function createFeeSource(chain: FeeChain, feePerGasMax: bigint): () => Promise<Fees> {
  const readTip = createTipSource(chain)
  let cached: { at: number; block: Hex | undefined; fees: Promise<Fees> } | undefined
  return () => {
    const now = performance.now()
    const block = chain.knownBlocks?.().at(-1)?.hash
    const isOfBlock = block !== undefined && cached?.block === block
    if (cached === undefined || (now - cached.at > FRESH_MS && !isOfBlock)) {
      const fees = readFees(chain, readTip, feePerGasMax)
      cached = { at: now, block, fees }
      fees.catch(() => {
        cached = undefined
      })
    }
    return cached.fees
  }
}

/** The tip above the base fee changes slowly, so it is cached. */
function createTipSource({ rpc }: FeeChain): () => Promise<bigint> {
  let cached: { at: number; tip: Promise<bigint> } | undefined
  return () => {
    const now = performance.now()
    if (cached === undefined || now - cached.at > TIP_FRESH_MS) {
      const tip = rpc.request(quantitySchema, 'eth_maxPriorityFeePerGas', [])
      cached = { at: now, tip }
      tip.catch(() => {
        cached = undefined
      })
    }
    return cached.tip
  }
}

async function readFees(chain: FeeChain, readTip: () => Promise<bigint>, feePerGasMax: bigint) {
  const block = await readNewest(chain)
  if (block.baseFeePerGas === undefined) {
    const price = await chain.rpc.request(quantitySchema, 'eth_gasPrice', [])
    return { maxFeePerGas: withinCap(price, feePerGasMax), maxPriorityFeePerGas: price, legacy: true }
  }
  const tip = await readTip()
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
