import { encodeFunctionData, type Address } from 'viem'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { ChainReader } from './chain.ts'
import { dataSchema } from './rpc-schemas.ts'
import { answeredNumber } from './token-answer.ts'

/**
 * The passkey that a deployed wallet obeys now; after a recovery it differs from the one its address was made
 * of. Answers `undefined` when there is no wallet at the address yet.
 *
 * @throws ApiError CHAIN_FAILED when what stands there does not answer like a wallet
 */
export async function readWalletKey(chain: ChainReader, wallet: Address) {
  const ask = (functionName: 'qx' | 'qy') => {
    const data = encodeFunctionData({ abi: passkeyWalletAbi, functionName })
    return chain.rpc.request(dataSchema, 'eth_call', [{ to: wallet, data }, 'latest'])
  }
  const answers = await Promise.all([ask('qx'), ask('qy')])
  if (answers.every((answer) => answer === '0x')) return undefined
  const [x, y] = answers.map(answeredNumber)
  if (x === undefined || y === undefined) throw apiError('CHAIN_FAILED')
  return { x, y }
}

/** Whether a contract stands at an address, as of the newest block, or with what the pool has for the next. */
export async function isDeployed(chain: ChainReader, address: Address, as: 'latest' | 'pending' = 'latest') {
  return (await chain.rpc.request(dataSchema, 'eth_getCode', [address, as])) !== '0x'
}
