import type { Address } from 'viem'
import type { ChainConnection } from './chain/chain.ts'
import { knownFactory } from './chain/factory-contract.ts'
import { probeOpcodes } from './chain/chain-features.ts'
import { RpcError, UnexpectedAnswer } from './chain/rpc.ts'
import { blockSchema, quantitySchema } from './chain/rpc-schemas.ts'
import { isDeployed } from './chain/wallet-contract.ts'
import type { Database } from './db/database.ts'
import { scanLogs } from './holdings/read-range.ts'

/** What an operator wants to know of the chain before serving on it. */
export type ChainInspection = {
  blockNumber: bigint
  blockTime: Date
  /** Wallets need some that not every node lets be tried out. */
  opcodes: 'present' | 'unknown'
  hasP256Precompile: boolean
  /** Whether the node answers for logs, from which the history is read, in a shape that is understood. */
  logs: 'understood' | 'not-understood' | 'refused'
  factory: Address
  factoryDeployed: boolean
  balances: { relayer: Address; wei: bigint }[]
}

/** So many of the newest blocks hold a log of a token on any chain that is used. */
const LOG_BLOCKS = 10n

/** Looks and changes nothing; without a database before the first start. @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT */
export async function inspectChain(
  db: Database | undefined,
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
    opcodes: (await probeOpcodes(chain.rpc)) === 'present' ? 'present' : 'unknown',
    hasP256Precompile: chain.hasP256Precompile,
    logs: await tryLogs(chain, block.number),
    factory,
    factoryDeployed: await isDeployed(chain, factory),
    balances,
  }
}

async function tryLogs(chain: ChainConnection, head: bigint): Promise<ChainInspection['logs']> {
  const from = head > LOG_BLOCKS ? head - LOG_BLOCKS : 0n
  try {
    await scanLogs(chain, { from, to: head }, 'all')
    return 'understood'
  } catch (error) {
    if (error instanceof UnexpectedAnswer) return 'not-understood'
    if (error instanceof RpcError) return 'refused'
    throw error
  }
}
