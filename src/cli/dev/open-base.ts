import type { Logger } from 'pino'
import { privateKeyToAddress } from 'viem/accounts'
import type { Ground } from '#cli/open-ground.ts'
import { deploymentSecrets, secretsAtRest, type DeploymentSecrets } from '#cli/secret-key.ts'
import type { Settings } from '#cli/settings.ts'
import { requireDeploymentSecret } from '#service/db/deployment-secret.ts'
import { openDatabase, type OpenDatabase } from '#service/db/open-database.ts'
import { loadRelayerKey } from '#service/relayer/relayer-key.ts'
import { openSandboxChain } from '#service/sandbox/open-sandbox-chain.ts'
import { createTimeMachine, openSandboxClock } from '#service/sandbox/sandbox-clock.ts'

/** The part of the server that a save of other code leaves open: the database and the sandbox's chain. */
export type Base = {
  secrets: DeploymentSecrets
  database: OpenDatabase
  /** Undefined if RPC_URL names a chain, or if UPSTREAM_URL names a service. */
  ground: Ground | undefined
  close: () => Promise<void>
}

/** Opens the database and the sandbox's chain. */
export async function openBase(settings: Settings, log: Logger): Promise<Base> {
  const secrets = await deploymentSecrets(settings)
  const { databaseUrl, databaseListenUrl: listenUrl, dataDir } = settings
  const database = await openDatabase({ databaseUrl, listenUrl, dataDir, log })
  try {
    await requireDeploymentSecret(database.db, secretsAtRest(secrets))
    const isSandbox = settings.chain === undefined && settings.upstream === undefined
    const ground = isSandbox ? await openSandboxGround(settings, log, database) : undefined
    const close = async () => {
      await ground?.chain.close()
      await database.close()
    }
    return { secrets, database, ground, close }
  } catch (cause) {
    await database.close()
    throw cause
  }
}

/** Opens the sandbox's clock and chain. Imports few modules: a change of an imported one reopens the database. */
async function openSandboxGround({ dataDir }: Settings, log: Logger, { db }: OpenDatabase): Promise<Ground> {
  const clock = await openSandboxClock(db)
  const relayer = privateKeyToAddress(await loadRelayerKey({ dataDir }))
  const chain = await openSandboxChain({ dataDir, relayer, log, db, now: clock.now })
  return { chain, clock, timeMachine: createTimeMachine({ clock, chain }) }
}
