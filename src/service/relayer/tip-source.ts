import { readMedianTip } from '#service/chain/read-tip.ts'
import type { Rpc } from '#service/chain/rpc.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import { ApiError } from '#server-kit/http/http-error.ts'

/** A tip changes slowly, so it is cached for this long, in milliseconds. */
const TIP_FRESH_MS = 10_000
/** A first tip above 100 gwei is compared with what the newest blocks paid. */
const FIRST_TIP_USUAL = 100_000_000_000n
/** A tip of more than five times the one before is compared too, if it is above 10 gwei. */
const RISE_USUAL = 5n
const RISEN_TIP_USUAL = 10_000_000_000n

/** The tip that gets a transaction mined, in wei per gas. One odd answer of a node is not paid. */
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
  /** Reads what the newest blocks paid, else a second answer. A node that gives neither is believed up to the usual maximum. */
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
