import type { Hex } from 'viem'
import type { Clock } from '#server-kit/clock.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { readNewest, type KnowingChain } from '#service/chain/chain-data.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import { createFeeFloor, type FeeMinimum } from './fee-floor.ts'
import { createFeeLimit } from './fee-limit.ts'
import { createTipSource } from './tip-source.ts'

/** Wei per gas. On a chain without EIP-1559 both are the gas price, and `legacy` is true. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; legacy: boolean }

/** Factor on the base fee. The base fee may double before the transaction has to be replaced. */
const BASE_FEE_ROOM = 2n
const FRESH_MS = 1_000

export type FeeSettings = {
  /** Maximum fee per gas of one attempt, in wei. Undefined means a limit based on the chain's price at startup. */
  feePerGasMax?: bigint | undefined
  /** Minimum tip, in wei per gas. */
  tipPerGasMin: bigint
}

export type FeeSource = ReturnType<typeof createFeeSource>

/** Creates the source of the fees that get a transaction mined now, and of their limits. */
export function createFeeSource(
  chain: KnowingChain,
  clock: Clock,
  settings: FeeSettings,
): {
  current: () => Promise<Fees>
  limit: () => Promise<bigint>
  noteMinimum: (minimum: FeeMinimum) => void
} {
  const limit = createFeeLimit(chain, settings.feePerGasMax)
  const floor = createFeeFloor(clock, settings.tipPerGasMin)
  const readTip = createTipSource(chain)
  let cached: { at: number; block: Hex | undefined; fees: Promise<Fees> } | undefined

  async function read(): Promise<Fees> {
    const [block, feePerGasMax] = await Promise.all([readNewest(chain), limit()])
    const { tip: tipMin, fee: feeMin } = floor.now()
    if (block.baseFeePerGas === undefined) {
      const asked = await chain.rpc.request(quantitySchema, 'eth_gasPrice', [])
      const price = largest(asked, tipMin, feeMin)
      return { maxFeePerGas: withinCap(price, feePerGasMax), maxPriorityFeePerGas: price, legacy: true }
    }
    const tip = largest(await readTip(), tipMin)
    const needed = withinCap(largest(block.baseFeePerGas + tip, feeMin), feePerGasMax)
    const roomy = largest(block.baseFeePerGas * BASE_FEE_ROOM + tip, feeMin)
    const bounded = roomy > feePerGasMax ? feePerGasMax : roomy
    return { maxFeePerGas: largest(needed, bounded), maxPriorityFeePerGas: tip, legacy: false }
  }

  /** Reads the fees for each new block, at most once per second. @throws UNAVAILABLE while they are above the limit */
  function current(): Promise<Fees> {
    const now = performance.now()
    const block = chain.knownBlocks?.().at(-1)?.hash
    const isOfBlock = block !== undefined && cached?.block === block
    if (cached === undefined || (now - cached.at > FRESH_MS && !isOfBlock)) {
      const fees = read()
      cached = { at: now, block, fees }
      fees.catch(() => {
        cached = undefined
      })
    }
    return cached.fees
  }

  /** Applies a minimum that a node named, from the next transaction on. */
  function noteMinimum(minimum: FeeMinimum): void {
    floor.note(minimum)
    cached = undefined
  }
  return { current, limit, noteMinimum }
}

function withinCap(price: bigint, feePerGasMax: bigint): bigint {
  if (price <= feePerGasMax) return price
  throw apiError('UNAVAILABLE', 'Network fees are above the limit of this service. Try again later.', {
    cause: new Error(`a gas price of ${price} wei is above the limit of ${feePerGasMax}`),
  })
}

export function largest(first: bigint, ...others: readonly bigint[]): bigint {
  return others.reduce((max, one) => (one > max ? one : max), first)
}
