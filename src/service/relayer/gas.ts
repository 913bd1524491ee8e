import type { ChainConnection } from '#service/chain/chain.ts'
import { floorGas } from '#service/chain/floor-gas.ts'
import {
  estimateGas,
  simulateCall,
  TOO_MUCH_GAS,
  type GasEstimate,
  type SimulatedCall,
} from '#service/chain/simulate.ts'
import { largest } from './fees.ts'

/**
 * Percentage added to the gas of a simulation. Other transactions may change the state before the call is in
 * a block.
 */
const MARGIN_PERCENT = 25n
const MARGIN = 30_000n
/** Gas that is enough for nearly every wallet call. Unused gas is not paid for. */
const USUAL_GAS = 400_000n
/** The gas limit of nearly every transaction. */
export const USUAL_GAS_LIMIT = withMargin(USUAL_GAS)

/**
 * Simulates a call as the next block would run it. Returns the gas limit of its transaction, or the reason if
 * it would fail.
 *
 * @param gasLimitMax maximum gas of one transaction
 */
export async function estimateCallGas(
  chain: Pick<ChainConnection, 'rpc' | 'callTellsGas' | 'simulateAt'>,
  call: Omit<SimulatedCall, 'gas'>,
  gasLimitMax: bigint,
): Promise<GasEstimate> {
  const floor = floorGas(call.data)
  if (floor > gasLimitMax) return { ok: false, reason: TOO_MUCH_GAS }
  if (chain.callTellsGas === true && USUAL_GAS_LIMIT <= gasLimitMax) {
    const block = chain.simulateAt?.() ?? 'pending'
    const usual = await simulateCall(chain.rpc, { ...call, gas: USUAL_GAS }, block)
    if (usual.ok) return { ok: true, gas: largest(USUAL_GAS_LIMIT, floor) }
    // The call may have run out of gas, or may depend on pending transactions. The estimate below allows all the
    // gas and includes the pending transactions.
  }
  const estimate = await estimateGas(chain.rpc, { ...call, gas: gasLimitMax })
  if (!estimate.ok) return estimate
  // Some nodes ignore the limit of the request (ethereum-optimism/go-ethereum 273). Less gas would not be enough.
  if (estimate.gas > gasLimitMax) return { ok: false, reason: TOO_MUCH_GAS }
  const wanted = largest(withMargin(estimate.gas), floor)
  return { ok: true, gas: wanted < gasLimitMax ? wanted : gasLimitMax }
}

/**
 * Tries a call with the gas that it may use. If the call fails but would succeed with more gas, that is the
 * returned reason. A contract that runs out of gas within a wallet fails without a reason.
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

/** Adds the margin for changes by other transactions to the gas of a simulation. */
export function withMargin(gas: bigint): bigint {
  return (gas * (100n + MARGIN_PERCENT)) / 100n + MARGIN
}
