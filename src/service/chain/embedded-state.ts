import type { Logger } from 'pino'
import { bytesToHex, hexToBytes, numberToBytes, type Address, type Hex } from 'viem'
import * as z from 'zod/mini'
import { NEW_WORK_BYTES, requireRoom, type FreeBytes } from '#service/disk-room.ts'
import { findAnvil } from './anvil-binary.ts'
import { EMBEDDED_CHAIN_ID, startAnvil, type Anvil } from './anvil-process.ts'
import type { BlockLog } from './block-log.ts'
import { ChainFolder, type Origin } from './chain-folder.ts'
import { keepWaiting, newestBlock, poolSize, replay } from './replay.ts'
import { dataSchema, hashSchema, quantity, type Block } from './rpc-schemas.ts'

export type EmbeddedChainOptions = {
  /** The chain's own folder. Two processes on one folder would destroy it, so the caller holds its lock. */
  directory: string
  log: Logger
  /** If false, nothing waits for the disk. kill -9 still loses nothing, but a power failure may. */
  durable?: boolean
  /** True if the database knows this chain. An empty folder is then rejected. */
  mustExist?: boolean
  now?: () => Date
  /**
   * Minimum number of blocks between snapshots. A long chain has more blocks between them, because its snapshots are
   * more expensive.
   */
  snapshotBlocks?: number
  /** Number of blocks whose transactions and receipts stay readable. */
  blocksKept?: number
  /** Reads the free bytes of the folder's disk. Undefined uses the file system's report. */
  freeBytes?: FreeBytes
}
export type EmbeddedChainSettings = Required<EmbeddedChainOptions>

type Opened = { anvil: Anvil; blockLog: BlockLog; head: Block; pool: Map<Hex, Hex>; snapshotNumber: number }

/**
 * An anvil and the log of all its changes. Not safe for concurrent use: the caller runs one operation after
 * the other, so the log has the order of events.
 */
export class EmbeddedState {
  private readonly options: EmbeddedChainSettings
  private readonly folder: ChainFolder
  private opened: Opened

  private constructor(options: EmbeddedChainSettings, folder: ChainFolder, opened: Opened) {
    this.options = options
    this.folder = folder
    this.opened = opened
  }

  /**
   * Resumes the chain. Throws if the chain cannot be replayed to the recorded block from any snapshot or from its
   * beginning.
   */
  static async open(options: EmbeddedChainSettings): Promise<EmbeddedState> {
    const folder = new ChainFolder(options.directory, options.durable)
    if (options.mustExist && folder.isEmpty())
      throw new Error(
        `The database knows the sandbox's chain, and nothing of it is in ${options.directory}: its wallets and tokens ` +
          'would be gone. Restore that folder from a backup, or begin a new sandbox with another DATA_DIR (and database).',
      )
    return new EmbeddedState(options, folder, await openNewest(folder, options))
  }

  get anvil(): Anvil {
    return this.opened.anvil
  }

  get head(): Block {
    return this.opened.head
  }

  /** Submits a transaction to the pool and logs it once the pool has accepted it. */
  async send(raw: Hex): Promise<Hex> {
    const hash = await this.anvil.control.request(hashSchema, 'eth_sendRawTransaction', [raw])
    this.opened.blockLog.append({ kind: 'tx', raw })
    this.opened.pool.set(hash, raw)
    return hash
  }

  /** Number of transactions that wait for a block. */
  get waiting(): number {
    return this.opened.pool.size
  }

  async setBalance(address: Address, wei: bigint): Promise<void> {
    this.opened.blockLog.append({ kind: 'balance', address, wei: bytesToHex(numberToBytes(wei)) })
    await this.flush()
    await this.anvil.control.request(z.unknown(), 'anvil_setBalance', [address, quantity(wei)])
  }

  /** Whether the next block can include a pending transaction. It cannot include those behind a nonce gap. */
  async hasReady(): Promise<boolean> {
    return this.opened.pool.size > 0 && (await poolSize(this.anvil)).ready > 0
  }

  /** Mines one block, which is logged first. Makes a snapshot if one is due. */
  async mine(): Promise<void> {
    const timestamp = present(this.options, this.head)
    this.opened.blockLog.append({ kind: 'mine', timestamp })
    await this.flush()
    await this.anvil.control.request(z.unknown(), 'evm_mine', [timestamp])
    const head = await newestBlock(this.anvil)
    this.opened.head = head
    this.opened.blockLog.append({ kind: 'block', number: Number(head.number), hash: head.hash })
    for (const hash of head.transactions) this.opened.pool.delete(hash)
    const snapshotAt =
      this.opened.snapshotNumber + Math.max(this.options.snapshotBlocks, Math.floor(Number(head.number) / 4))
    if (Number(head.number) >= snapshotAt) await this.snapshot()
  }

  /** Resolves when everything logged so far is on the disk. */
  flush(): Promise<void> {
    return this.opened.blockLog.flush()
  }

  /** Replaces an anvil that ended: the log is replayed into the new one. */
  async restart(): Promise<void> {
    await this.close()
    this.opened = await openNewest(this.folder, this.options)
  }

  async close(): Promise<void> {
    try {
      await this.opened.blockLog.close()
    } finally {
      await this.anvil.stop()
    }
  }

  private async snapshot(): Promise<void> {
    const { anvil, head, pool } = this.opened
    const number = Number(head.number)
    // A failed attempt counts too, so the next attempt comes after the usual number of blocks.
    this.opened.snapshotNumber = number
    try {
      const dump = await anvil.control.request(dataSchema, 'anvil_dumpState', [])
      await keepWaiting(anvil, pool)
      const state = hexToBytes(dump)
      requireRoom(this.options.freeBytes, NEW_WORK_BYTES + state.length)
      const chainId = EMBEDDED_CHAIN_ID
      await this.folder.rotate({ number, hash: head.hash, chainId, state, pool: [...pool.values()] })
      const previous = this.opened.blockLog
      this.opened.blockLog = this.folder.openLog(number)
      await previous.close()
    } catch (error) {
      const text = 'no snapshot of the embedded chain was made; its log stays as it is'
      this.options.log.warn({ err: error }, text)
    }
  }
}

/** Starts from the newest snapshot. If it is damaged, the replay starts from an earlier one. */
async function openNewest(folder: ChainFolder, options: EmbeddedChainSettings): Promise<Opened> {
  const binary = findAnvil(process.env)
  let failure: unknown = new Error(
    `The sandbox's chain in ${options.directory} has no beginning: restore the folder from a backup.`,
  )
  for (const origin of folder.origins()) {
    try {
      return await openFrom(folder, origin, { ...options, binary })
    } catch (error) {
      failure = error
      options.log.warn({ err: error, block: origin.number }, 'the embedded chain cannot begin at this block')
    }
  }
  throw failure
}

async function openFrom(
  folder: ChainFolder,
  origin: Origin,
  options: Pick<EmbeddedChainSettings, 'now' | 'blocksKept'> & { binary: string },
): Promise<Opened> {
  const logs = origin.logNumbers.map((number) => folder.openLog(number))
  const blockLog = logs.at(-1)
  if (blockLog === undefined) throw new Error('the embedded chain has no log')
  const anvil = await folder.withState(origin, (snapshotPath) =>
    startAnvil(options.binary, { snapshotPath, blocksKept: options.blocksKept }),
  )
  try {
    const { head, pool } = await replay(anvil, logs)
    if (blockLog.records.length === 0) {
      const number = Number(head.number)
      blockLog.append({ kind: 'start', chainId: EMBEDDED_CHAIN_ID, number, hash: head.hash })
    }
    // The replay used past times. This gives anvil's pending block the present time.
    await anvil.control.request(z.unknown(), 'evm_setTime', [present(options, head)])
    for (const log of logs) if (log !== blockLog) await log.close()
    return { anvil, blockLog, head, pool, snapshotNumber: origin.logNumbers.at(-1) ?? origin.number }
  } catch (error) {
    await Promise.allSettled(logs.map((log) => log.close()))
    await anvil.stop()
    throw error
  }
}

/** Returns the present in Unix seconds, but never before the newest block. */
function present({ now }: Pick<EmbeddedChainSettings, 'now'>, head: Block): number {
  return Math.max(Math.floor(now().getTime() / 1_000), Number(head.timestamp))
}
