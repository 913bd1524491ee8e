import type { Address } from 'viem'
import type { ChainConnection } from './chain.ts'
import { dataSchema } from './rpc-schemas.ts'

/** Whether a contract stands at an address, as of the newest block. */
export async function isDeployed(chain: Pick<ChainConnection, 'rpc'>, address: Address): Promise<boolean> {
  return (await chain.rpc.request(dataSchema, 'eth_getCode', [address, 'latest'])) !== '0x'
}
