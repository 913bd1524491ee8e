import type { Address } from 'viem'
import type { ChainConnection } from './chain/chain.ts'
import { knownFactory } from './chain/factory-contract.ts'
import { blockSchema, quantitySchema } from './chain/rpc-schemas.ts'
import { isDeployed } from './chain/wallet-state.ts'
import type { Database } from './db/database.ts'

/** What an operator wants to know of the chain before serving on it. */
export type ChainInspection = {
  blockNumber: bigint
  blockTime: Date
  hasP256Precompile: boolean
  factory: Address
  factoryDeployed: boolean
  balances: { relayer: Address; wei: bigint }[]
}

/** Looks and changes nothing. @throws ServiceError CHAIN_FAILED or CHAIN_TIMEOUT */
export async function inspectChain(
  db: Database,
  chain: ChainConnection,
  relayers: readonly Address[],
): Promise<ChainInspection> {
  const block = await chain.rpc.request(blockSchema, 'eth_getBlockByNumber', ['latest', false])
  const factory = await knownFactory(db, chain.id)
  const balances = await Promise.all(
    relayers.map(async (relayer) => {
      const wei = await chain.rpc.request(quantitySchema, 'eth_getBalance', [relayer, 'latest'])
      return { relayer, wei }
    }),
  )
  return {
    blockNumber: block.number,
    blockTime: new Date(Number(block.timestamp) * 1_000),
    hasP256Precompile: chain.hasP256Precompile,
    factory,
    factoryDeployed: await isDeployed(chain, factory),
    balances,
  }
}
