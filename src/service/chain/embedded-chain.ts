import type { Address } from 'viem'
import { readFreeBytes } from '#service/disk-room.ts'
import { EMBEDDED_CHAIN_ID } from './anvil-process.ts'
import type { ChainConnection } from './chain.ts'
import { EmbeddedState, type EmbeddedChainOptions } from './embedded-state.ts'
import { readNativeBalance } from './erc20.ts'
import { Miner } from './miner.ts'
import { readProcessMemory } from './process-memory.ts'
import { RpcError, type Rpc } from './rpc.ts'

export type EmbeddedChain = ChainConnection & {
  /** Ensures that an account has at least this much of the native token. Recorded like a transaction. */
  fund: (address: Address, wei: bigint) => Promise<void>
  /**
   * Mines a block immediately, with the time of `now`, so that the chain's time follows a clock that was moved
   * forward.
   */
  mineNow: () => Promise<void>
  pid: () => number
}

const SNAPSHOT_BLOCKS = 1_000
/**
 * Number of blocks that stay readable. The index of holdings misses what happened in older blocks. With 30 blocks a
 * second, the index may lag by half a minute.
 */
const BLOCKS_KEPT = 1_000
const READ_TRIES = 3
/**
 * Pool size up to which calls are simulated at `pending`. With a larger pool, building a pending block costs more
 * than the call itself.
 */
const POOL_CALM = 2

/**
 * Starts or resumes the sandbox's own chain. Everything that any earlier process confirmed is there again
 * with the same hashes, however that process ended. Blocks are mined only while transactions are pending,
 * within milliseconds, with the present time. Several blocks may have the same timestamp, in seconds.
 *
 * @throws AnvilMissingError if there is no anvil for this platform
 * @throws Error if the record cannot be replayed
 * @throws Error for the operator if there is no record and `mustExist` is set
 */
export async function startEmbeddedChain(options: EmbeddedChainOptions): Promise<EmbeddedChain> {
  const settings = {
    durable: true,
    mustExist: false,
    now: () => new Date(),
    snapshotBlocks: SNAPSHOT_BLOCKS,
    blocksKept: BLOCKS_KEPT,
    freeBytes: readFreeBytes(options.directory),
    ...options,
  }
  const state = await EmbeddedState.open(settings)
  const miner = new Miner(state, settings)
  const rpc = createRpc(state, miner)
  return {
    id: EMBEDDED_CHAIN_ID,
    rpc,
    sendRawTransaction: (raw) => miner.send(raw),
    simulateAt: () => (state.waiting > POOL_CALM ? 'latest' : 'pending'),
    onBlock: (listener) => miner.onBlock(listener),
    // True because of its hard fork (`anvil-process.ts`).
    hasP256Precompile: true,
    callTellsGas: true,
    neverReorganizes: true,
    fault: () => miner.fault(),
    memoryBytes: () => readProcessMemory(state.anvil.pid),
    fund: async (address, wei) => {
      if ((await readNativeBalance({ rpc }, address)) < wei) await miner.setBalance(address, wei)
    },
    mineNow: () => miner.mineNow(),
    pid: () => state.anvil.pid,
    close: () => miner.close(),
  }
}

/** Sends reads to the running anvil. If anvil ends during a read, it is replaced and the read is retried. */
function createRpc(state: EmbeddedState, miner: Miner): Rpc {
  return {
    request: async (schema, method, params) => {
      for (let attempt = 1; ; attempt += 1) {
        const anvil = state.anvil
        try {
          return await anvil.rpc.request(schema, method, params)
        } catch (error) {
          if (error instanceof RpcError || attempt === READ_TRIES || !(await miner.revive(anvil))) throw error
        }
      }
    },
  }
}
