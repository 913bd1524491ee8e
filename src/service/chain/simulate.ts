import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { ApiError } from '#server-kit/http/http-error.ts'
import { readPoolSentence } from './pool-sentences.ts'
import { isExecutionFailure, isOutOfGas, mayNeedGas, messageReason, revertData } from './read-call-failure.ts'
import { revertReason, saidReason } from './revert-reason.ts'
import {
  dataSchema,
  quantity,
  quantitySchema,
  addressSchema,
  hashSchema,
  blockParameter,
  type BlockAt,
} from './rpc-schemas.ts'
import { type Rpc, RpcError } from './rpc.ts'
import { readSaid } from './wrapped-error.ts'

export type SimulatedCall = { from: Address; to: Address; data: Hex; value?: bigint; gas?: bigint }

/**
 * `latest` if a pending block is expensive to build (`ChainConnection.simulateAt`), or if the node does not support
 * `pending` for a method (`adapt-node.ts`).
 */
export type SimulationBlock = 'pending' | 'latest'

/** `data`: the revert data, if the call reverted. */
export type Simulation = { ok: true; returned: Hex } | { ok: false; reason: string; data?: Hex | undefined }
export type GasEstimate = { ok: true; gas: bigint } | { ok: false; reason: string }

/**
 * Runs a call without a transaction, as the next block would or at a past block. With `pending`, the
 * timestamp is the present, which matters for expirations.
 */
export async function simulateCall(
  rpc: Rpc,
  call: SimulatedCall,
  block: BlockAt = 'pending',
): Promise<Simulation> {
  const parameters = [callParameters(call), blockParameter(block)]
  try {
    const returned = await rpc.request(dataSchema, 'eth_call', parameters)
    if (!isReturnedRevert(returned)) return { ok: true, returned }
    return { ok: false, reason: revertReason(returned), data: returned }
  } catch (error) {
    const reason = reasonOrThrow(error)
    return { ok: false, reason, data: error instanceof RpcError ? revertData(error) : undefined }
  }
}

/** Selectors of `Error(string)` and `Panic(uint256)`. */
const REVERT_SELECTORS: ReadonlySet<string> = new Set(['0x08c379a0', '0x4e487b71'])

/**
 * Whether a node returned revert data as the result of a call, as geth before 1.9.15 and some forks do
 * (cowprotocol/ethcontract-rs 92). The result of a function is a multiple of 32 bytes, but revert data has 4 bytes
 * more.
 */
function isReturnedRevert(returned: Hex): boolean {
  return returned.length % 64 === 10 && REVERT_SELECTORS.has(returned.slice(0, 10).toLowerCase())
}

/**
 * Estimates the gas that a transaction needs in the next block, and simulates whether it reverts. A call that
 * needs more than `gas` fails.
 */
export async function estimateGas(rpc: Rpc, call: SimulatedCall): Promise<GasEstimate> {
  try {
    const gas = await rpc.request(quantitySchema, 'eth_estimateGas', [callParameters(call), 'pending'])
    return { ok: true, gas }
  } catch (error) {
    return { ok: false, reason: reasonOrThrow(error) }
  }
}

/** The reason if a call needs more gas than its request allows. */
export const TOO_MUCH_GAS = 'the call needs more gas than one transaction may use'
/** The reason if the node has the same words for a call that always fails (KyberNetwork/smart-contracts 191). */
const FAILS_OR_TOO_MUCH_GAS = 'the call fails, or needs more gas than one transaction may use'

/** Formats a call for a request. */
function callParameters(call: SimulatedCall): Record<string, Hex> {
  return {
    from: call.from,
    to: call.to,
    data: call.data,
    ...(call.value === undefined ? {} : { value: quantity(call.value) }),
    ...(call.gas === undefined ? {} : { gas: quantity(call.gas) }),
  }
}

/**
 * Returns the reason if the node refused because of the call. That may be a rule of the chain that applies to
 * transactions, such as the limits of Linea's prover. Rethrows any other error, which is a failure of the node.
 */
function reasonOrThrow(error: unknown): string {
  if (!(error instanceof RpcError)) throw error
  const data = revertData(error)
  if (data === '0x') return saidReason(messageReason(error))
  if (data !== undefined) return revertReason(data)
  if (mayNeedGas(error)) return FAILS_OR_TOO_MUCH_GAS
  if (isOutOfGas(error)) return TOO_MUCH_GAS
  if (isExecutionFailure(error)) return 'the call is not valid for the chain'
  const refusal = readSaid(error).find(({ message }) => readPoolSentence(message).verdict === 'refused')
  if (refusal === undefined) throw error
  return saidReason(refusal.message)
}

const resultSchema = z.object({
  status: quantitySchema,
  returnData: dataSchema,
  logs: z._default(
    z.array(z.object({ address: addressSchema, topics: z.array(hashSchema), data: dataSchema })),
    [],
  ),
})

/**
 * The contract address in the logs with which a simulation reports transfers of the native token. Source: ERC-7528,
 * `traceTransfers`.
 */
export const NATIVE_LOGS = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/**
 * Simulates calls one after another in their own block, and returns the logs of each. Returns undefined if
 * the node does not respond or has no `eth_simulateV1`.
 */
export async function simulateCalls(
  { rpc }: { rpc: Rpc },
  calls: readonly SimulatedCall[],
): Promise<
  { status: bigint; returnData: Hex; logs: { address: Hex; topics: Hex[]; data: Hex }[] }[] | undefined
> {
  const block = { blockStateCalls: [{ calls: calls.map(callParameters) }], traceTransfers: true }
  const schema = z.array(z.object({ calls: z.array(resultSchema) }))
  try {
    const [simulated] = await rpc.request(schema, 'eth_simulateV1', [block, 'latest'])
    return simulated?.calls.length === calls.length ? simulated.calls : undefined
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
