import { ApiError } from '#server-kit/http/http-error.ts'
import { readNewest, type KnowingChain } from '#service/chain/chain-data.ts'
import { readFeeHistory } from '#service/chain/read-tip.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'

/** The limit on most chains, in wei per gas: 1,000 gwei. */
const FEE_PER_GAS_MAX_USUAL = 1_000_000_000_000n
/** Factor over the observed price: room for a fee spike on chains whose usual price is near the usual limit. */
const SPIKE_FACTOR = 20n
/**
 * Number of blocks from which the lowest price is taken, so that a spike at startup does not raise the limit.
 */
const OBSERVED_BLOCKS = 20

/**
 * Creates the limit of the fee per gas of one attempt, in wei: the setting, or else twenty times the price that the
 * chain charged when it was first read, and at least 1,000 gwei.
 */
export function createFeeLimit(chain: KnowingChain, setting: bigint | undefined): () => Promise<bigint> {
  let observed: bigint | undefined
  return async () => {
    if (setting !== undefined) return setting
    observed ??= await observePrice(chain).catch((error: unknown) => {
      if (error instanceof ApiError) return undefined
      throw error
    })
    const limit = (observed ?? 0n) * SPIKE_FACTOR
    return limit > FEE_PER_GAS_MAX_USUAL ? limit : FEE_PER_GAS_MAX_USUAL
  }
}

/** Reads the lowest price per gas of the newest blocks, in wei. */
async function observePrice(chain: KnowingChain): Promise<bigint> {
  const { baseFeePerGas } = await readNewest(chain)
  if (baseFeePerGas === undefined) return chain.rpc.request(quantitySchema, 'eth_gasPrice', [])
  // Only an expensive block is worth a second request.
  if (baseFeePerGas * SPIKE_FACTOR <= FEE_PER_GAS_MAX_USUAL) return baseFeePerGas
  const history = await readFeeHistory(chain.rpc, OBSERVED_BLOCKS).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined
    throw error
  })
  return [...(history?.baseFeePerGas ?? [])].reduce((min, fee) => (fee < min ? fee : min), baseFeePerGas)
}
