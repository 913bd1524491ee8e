import type { Address } from 'viem'
import type { Logger } from 'pino'
import { freeBytesOf, type FreeBytes } from '#service/disk-room.ts'
import { findAnvil } from './anvil-binary.ts'
import { EMBEDDED_CHAIN_ID } from './anvil-process.ts'
import type { ChainConnection } from './chain.ts'
import { EmbeddedState } from './embedded-state.ts'
import { Miner } from './miner.ts'
import { logPrecompile } from './open-chain.ts'
import { hasP256Precompile } from './chain-features.ts'
import { RpcError, type Rpc } from './rpc.ts'
import { quantitySchema } from './rpc-schemas.ts'

export type EmbeddedChain = ChainConnection & {
  /** Sees to it that an account has at least this much of the native coin. Recorded like a transaction. */
  fund: (address: Address, wei: bigint) => Promise<void>
  /** Makes a block at once, in the present of `now`: the chain's time follows a clock that was moved forward. */
  mineNow: () => Promise<void>
  /** The process of the chain. */
  pid: () => number
}

export type EmbeddedChainOptions = {
  /** The chain's own folder. Two processes on one folder would destroy it: the caller holds its lock. */
  directory: string
  log: Logger
  /** Off, nothing waits for the disk: kill -9 still loses nothing, a power cut may. */
  durable?: boolean
  /** The database knows this chain: an empty folder is refused. */
  mustExist?: boolean
  now?: () => Date
  snapshotBlocks?: number
  /** The least time between two blocks. */
  intervalMs?: number
  environment?: Record<string, string | undefined>
  /** How much the folder's disk can still take; absent: as its file system reports. */
  freeBytes?: FreeBytes
}

const SNAPSHOT_BLOCKS = 1_000
const INTERVAL_MS = 10
const READ_TRIES = 3
/** With more in the pool, building a pending block for each simulated call costs more than the call itself. */
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
  const now = options.now ?? (() => new Date())
  const freeBytes = options.freeBytes ?? freeBytesOf(options.directory)
  const state = await EmbeddedState.open(
    {
      binary: findAnvil(options.environment ?? process.env),
      directory: options.directory,
      durable: options.durable ?? true,
      mustExist: options.mustExist ?? false,
      log: options.log,
      snapshotBlocks: options.snapshotBlocks ?? SNAPSHOT_BLOCKS,
      freeBytes,
    },
    now(),
  )
  const intervalMs = options.intervalMs ?? INTERVAL_MS
  const miner = new Miner({ state, log: options.log, now, intervalMs, freeBytes })
  const rpc = rpcOf(state, miner)
  const precompile = await hasP256Precompile(rpc).catch(async (error: unknown) => {
    await miner.close()
    throw error
  })
  logPrecompile(options.log, EMBEDDED_CHAIN_ID, precompile)
  return {
    id: EMBEDDED_CHAIN_ID,
    rpc,
    sendRawTransaction: (raw) => miner.send(raw),
    simulateAt: () => (miner.waiting > POOL_CALM ? 'latest' : 'pending'),
    onBlock: (listener) => miner.onBlock(listener),
    hasP256Precompile: precompile,
    callTellsGas: true,
    neverReorganizes: true,
    fault: () => miner.fault(),
    fund: (address, wei) => fund(rpc, miner, address, wei),
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

async function fund(rpc: Rpc, miner: Miner, address: Address, wei: bigint): Promise<void> {
  const balance = await rpc.request(quantitySchema, 'eth_getBalance', [address, 'latest'])
  if (balance < wei) await miner.setBalance(address, wei)
}
