import type { Address } from 'viem'
import { freeBytesOf } from '#service/disk-room.ts'
import { EMBEDDED_CHAIN_ID } from './anvil-process.ts'
import type { ChainConnection } from './chain.ts'
import { EmbeddedState, type EmbeddedChainOptions } from './embedded-state.ts'
import { Miner } from './miner.ts'
import { RpcError, type Rpc } from './rpc.ts'
import { readNativeBalance } from './erc20.ts'

export type EmbeddedChain = ChainConnection & {
  /** Sees to it that an account has at least this much of the native coin. Recorded like a transaction. */
  fund: (address: Address, wei: bigint) => Promise<void>
  /** Makes a block at once, in the present of `now`: the chain's time follows a clock that was moved forward. */
  mineNow: () => Promise<void>
  /** The process of the chain. */
  pid: () => number
}

const SNAPSHOT_BLOCKS = 1_000
/** The index of holdings finds nothing in older ones: with 30 blocks a second it may be half a minute behind. */
const BLOCKS_KEPT = 1_000
const READ_TRIES = 3
/**
 * Pool size up to which calls are simulated at `pending`. With more, building a pending block costs more than the
 * call itself.
 */
const POOL_CALM = 2

/**
 * Starts the sandbox's own chain, or resumes it: everything that any earlier process
 * answered, however it ended, is there again with the same hashes. Blocks are made only when the pool
 * holds something, within milliseconds, in the present; several may share a second.
 *
 * @throws AnvilMissingError when there is no anvil for this platform
 * @throws Error when the record cannot be followed
 * @throws Error for the operator when there is no record and must be one
 */
export async function startEmbeddedChain(options: EmbeddedChainOptions): Promise<EmbeddedChain> {
  const settings = {
    durable: true,
    mustExist: false,
    now: () => new Date(),
    snapshotBlocks: SNAPSHOT_BLOCKS,
    blocksKept: BLOCKS_KEPT,
    freeBytes: freeBytesOf(options.directory),
    ...options,
  }
  const state = await EmbeddedState.open(settings)
  const miner = new Miner(state, settings)
  const rpc = rpcOf(state, miner)
  return {
    id: EMBEDDED_CHAIN_ID,
    rpc,
    sendRawTransaction: (raw) => miner.send(raw),
    simulateAt: () => (state.waiting > POOL_CALM ? 'latest' : 'pending'),
    onBlock: (listener) => miner.onBlock(listener),
    // True by its hard fork (`anvil-process.ts`).
    hasP256Precompile: true,
    callTellsGas: true,
    neverReorganizes: true,
    fault: () => miner.fault(),
    fund: async (address, wei) => {
      if ((await readNativeBalance({ rpc }, address)) < wei) await miner.setBalance(address, wei)
    },
    mineNow: () => miner.mineNow(),
    pid: () => state.anvil.pid,
    close: () => miner.close(),
  }
}

/** Reads go to the anvil of the moment; one that ended under a read is replaced, and the read is repeated. */
function rpcOf(state: EmbeddedState, miner: Miner): Rpc {
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
