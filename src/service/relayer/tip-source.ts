import { ApiError } from '#server-kit/http/http-error.ts'
import { readMedianTip } from '#service/chain/read-tip.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import type { Rpc } from '#service/chain/rpc.ts'

/** Time for which a tip is cached, in milliseconds. Tips change slowly. */
const TIP_FRESH_MS = 10_000
/**
 * Highest first tip that is used without a check, in wei per gas (100 gwei). A higher one is compared with the tips of
 * the newest blocks.
 */
const FIRST_TIP_USUAL = 100_000_000_000n
/** A tip above this multiple of the previous tip and above 10 gwei is compared too. */
const RISE_USUAL = 5n
const RISEN_TIP_USUAL = 10_000_000_000n

/**
 * Creates the source of the tip that gets a transaction mined, in wei per gas. A single outlier from a node
 * is not paid.
 */
export function createTipSource({ rpc }: { rpc: Rpc }): () => Promise<bigint> {
  let last: bigint | undefined
  let cached: { at: number; tip: Promise<bigint> } | undefined

  const ask = () => rpc.request(quantitySchema, 'eth_maxPriorityFeePerGas', [])
  function usualMax(): bigint {
    if (last === undefined) return FIRST_TIP_USUAL
    return last * RISE_USUAL > RISEN_TIP_USUAL ? last * RISE_USUAL : RISEN_TIP_USUAL
  }
  async function read(): Promise<bigint> {
    const tip = await ask()
    const max = usualMax()
    last = tip <= max ? tip : lower(tip, await readAgain(max))
    return last
  }
  /**
   * Reads the tips of the newest blocks, or else requests the tip again. If the node returns neither, its tip
   * applies up to the usual maximum.
   */
  async function readAgain(max: bigint): Promise<bigint> {
    const median = await orUndefined(readMedianTip(rpc))
    return median ?? (await orUndefined(ask())) ?? max
  }
  return () => {
    const now = performance.now()
    if (cached === undefined || now - cached.at > TIP_FRESH_MS) {
      const tip = read()
      cached = { at: now, tip }
      tip.catch(() => {
        cached = undefined
      })
    }
    return cached.tip
  }
}

function orUndefined<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof ApiError) return undefined
    throw error
  })
}

function lower(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
