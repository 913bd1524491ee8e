import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Address } from 'viem'
import { EMBEDDED_CHAIN_ID } from '#service/chain/anvil-process.ts'
import { startEmbeddedChain, type EmbeddedChain } from '#service/chain/embedded-chain.ts'
import { storedFactory } from '#service/chain/factory-contract.ts'
import type { Database } from '#service/db/database.ts'
import { lockDirectory } from '#service/db/directory-lock.ts'

/** A billion of the native coin: gas for ever, and the faucet's. */
const RELAYER_WEI = 10n ** 27n

/**
 * Starts the sandbox's chain in `<dataDir>/chain`, for this process alone, with gas for the relayer.
 *
 * @throws DirectoryLockedError when another process runs the chain of this folder
 * @throws Error for the operator when the database knows the chain and its folder does not hold it
 * @throws AnvilMissingError when there is no anvil for this platform
 */
export async function openSandboxChain(options: {
  dataDir: string
  relayer: Address
  log: Logger
  /** The database that belongs to the chain: once it knows the chain, the chain's folder must hold it. */
  db?: Database
  /** The sandbox's present (`openSandboxClock`): its blocks are made in it. Undefined means the machine's. */
  now?: () => Date
}): Promise<EmbeddedChain> {
  const directory = join(options.dataDir, 'chain')
  const lock = await lockDirectory(directory)
  try {
    const chain = await startEmbeddedChain({
      directory,
      log: options.log,
      mustExist:
        options.db !== undefined && (await storedFactory(options.db, EMBEDDED_CHAIN_ID)) !== undefined,
      ...(options.now && { now: options.now }),
    })
    const close = async () => {
      await chain.close()
      await lock.release()
    }
    await chain.fund(options.relayer, RELAYER_WEI).catch(async (error: unknown) => {
      await chain.close()
      throw error
    })
    return { ...chain, close }
  } catch (error) {
    await lock.release()
    throw error
  }
}
