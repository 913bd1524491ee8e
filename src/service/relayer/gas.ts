import type { ChainConnection } from '#service/chain/chain.ts'
import { estimateGas, simulateCall, type GasEstimate, type SimulatedCall } from '#service/chain/simulate.ts'

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

/** The gas of a simulation, with room for what other transactions change until the block. */
export function withMargin(gas: bigint): bigint {
  return (gas * (100n + MARGIN_PERCENT)) / 100n + MARGIN
}
