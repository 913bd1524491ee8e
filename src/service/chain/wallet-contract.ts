import type { Address } from 'viem'
import type { ChainReader } from './chain.ts'
import { dataSchema } from './rpc-schemas.ts'

/** Whether there is a contract at an address: after the newest block, or after the pending block. */
export async function isDeployed(
  chain: ChainReader,
  address: Address,
  as: 'latest' | 'pending' = 'latest',
): Promise<boolean> {
  return (await chain.rpc.request(dataSchema, 'eth_getCode', [address, as])) !== '0x'
}
