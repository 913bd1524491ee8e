import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Address } from 'viem'
import { EMBEDDED_CHAIN_ID } from '#service/chain/anvil-process.ts'
import { startEmbeddedChain, type EmbeddedChain } from '#service/chain/embedded-chain.ts'
import { storedFactory } from '#service/chain/factory-contract.ts'
import type { Database } from '#service/db/database.ts'
import { lockDirectory } from '#service/db/directory-lock.ts'

/** A billion of the native coin, in wei. It covers all gas and the faucet. */
const RELAYER_WEI = 10n ** 27n

/**
 * Starts the sandbox's chain in `<dataDir>/chain`, exclusively for this process, with gas for the relayer.
 *
 * @throws DirectoryLockedError if another process runs the chain of this folder
 * @throws Error for the operator if the database knows the chain but the folder does not contain it
 * @throws AnvilMissingError if there is no anvil for this platform
 */
export async function openSandboxChain(options: {
  dataDir: string
  relayer: Address
  log: Logger
  /** The service's database. If it knows the chain, the chain's folder must contain the chain. */
  db?: Database
  /** The sandbox's current time (`openSandboxClock`), used for its blocks. Undefined means the machine's. */
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
