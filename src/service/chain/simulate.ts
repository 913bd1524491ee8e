import type { Address, Hex } from 'viem'
import type { Rpc } from './rpc.ts'
import { RpcError } from './rpc.ts'
import { dataSchema, quantity, quantitySchema } from './rpc-schemas.ts'
import { isExecutionFailure, isOutOfGas, revertData, revertReason } from './revert-reason.ts'

export type SimulatedCall = { from: Address; to: Address; data: Hex; value?: bigint; gas?: bigint }

/** `latest` where a pending block is dear to build; see `ChainConnection.simulateAt`. */
export type SimulationBlock = 'pending' | 'latest'

export type Simulation = { ok: true; returned: Hex } | { ok: false; reason: string }
export type GasEstimate = { ok: true; gas: bigint } | { ok: false; reason: string }

/**
 * Runs a call without a transaction, as the next block would (`pending`: its timestamp is the present, which
 * matters to expirations) or at a past block.
 */
export async function simulateCall(
  rpc: Rpc,
  call: SimulatedCall,
  block: 'pending' | 'latest' | bigint = 'pending',
): Promise<Simulation> {
  const at = typeof block === 'bigint' ? quantity(block) : block
  try {
    return { ok: true, returned: await rpc.request(dataSchema, 'eth_call', [callParameters(call), at]) }
  } catch (error) {
    return { ok: false, reason: reasonOrThrow(error) }
  }
}

/**
 * The gas a transaction needs as the next block would run it; the simulation that tells whether it reverts.
 * With `gas`, a call that needs more than that fails.
 */
export async function estimateGas(rpc: Rpc, call: SimulatedCall): Promise<GasEstimate> {
  try {
    const gas = await rpc.request(quantitySchema, 'eth_estimateGas', [callParameters(call), 'pending'])
    return { ok: true, gas }
  } catch (error) {
    return { ok: false, reason: reasonOrThrow(error) }
  }
}

/** A call as the node expects it. */
export function callParameters(call: SimulatedCall): Record<string, Hex> {
  return {
    from: call.from,
    to: call.to,
    data: call.data,
    ...(call.value === undefined ? {} : { value: quantity(call.value) }),
    ...(call.gas === undefined ? {} : { gas: quantity(call.gas) }),
  }
}

/** A refusal because of the call is an answer; a refusal for another reason is the chain's failure. */
function reasonOrThrow(error: unknown): string {
  if (!(error instanceof RpcError)) throw error
  const data = revertData(error)
  if (data !== undefined) return revertReason(data)
  if (isOutOfGas(error)) return 'the call needs more gas than one transaction may use'
  if (isExecutionFailure(error)) return 'the call is not valid for the chain'
  throw error
}
