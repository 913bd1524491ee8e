import type { Address, Hex } from 'viem'
import type { ChainConnection } from './chain.ts'
import { RpcError } from './rpc.ts'
import { dataSchema, quantity } from './rpc-schemas.ts'
import { isExecutionFailure } from './revert-reason.ts'

/** Reads of an honest token need a fraction of it; it also bounds how much a hostile one can answer. */
const READ_GAS = 1_000_000n

/** What a contract answers to a call, now or at a block of late; `0x` when the call fails. */
export async function readContract(
  chain: Pick<ChainConnection, 'rpc'>,
  contract: Address,
  data: Hex,
  at: bigint | 'latest' | 'pending' = 'latest',
): Promise<Hex> {
  try {
    const call = { to: contract, data, gas: quantity(READ_GAS) }
    const block = typeof at === 'bigint' ? quantity(at) : at
    return await chain.rpc.request(dataSchema, 'eth_call', [call, block])
  } catch (error) {
    // A revert is the contract's way to say that it has no such function; another refusal is the node's.
    if (error instanceof RpcError && isExecutionFailure(error)) return '0x'
    throw error
  }
}
