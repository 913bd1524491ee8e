import { decodeFunctionResult, encodeFunctionData, type Address } from 'viem'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { ChainReader } from './chain.ts'
import { dataSchema } from './rpc-schemas.ts'

const CALLS = {
  qx: encodeFunctionData({ abi: passkeyWalletAbi, functionName: 'qx' }),
  qy: encodeFunctionData({ abi: passkeyWalletAbi, functionName: 'qy' }),
}

/**
 * The passkey that a deployed wallet obeys now; after a recovery it differs from the one its address was made
 * of. Answers `undefined` when there is no wallet at the address yet.
 *
 * @throws ApiError CHAIN_FAILED when what stands there does not answer like a wallet
 */
export async function readWalletKey(
  chain: ChainReader,
  wallet: Address,
): Promise<{ x: bigint; y: bigint } | undefined> {
  const [x, y] = await Promise.all([
    chain.rpc.request(dataSchema, 'eth_call', [{ to: wallet, data: CALLS.qx }, 'latest']),
    chain.rpc.request(dataSchema, 'eth_call', [{ to: wallet, data: CALLS.qy }, 'latest']),
  ])
  if (x === '0x' && y === '0x') return undefined
  try {
    return {
      x: decodeFunctionResult({ abi: passkeyWalletAbi, functionName: 'qx', data: x }),
      y: decodeFunctionResult({ abi: passkeyWalletAbi, functionName: 'qy', data: y }),
    }
  } catch (cause) {
    throw apiError('CHAIN_FAILED', { cause })
  }
}

/** Whether a contract stands at an address, as of the newest block, or with what the pool has for the next. */
export async function isDeployed(chain: ChainReader, address: Address, as: 'latest' | 'pending' = 'latest') {
  return (await chain.rpc.request(dataSchema, 'eth_getCode', [address, as])) !== '0x'
}
