import { randomBytes } from 'node:crypto'
import { privateKeyToAddress } from 'viem/accounts'
import { startPlainAnvil } from '#service/testing/plain-anvil.ts'
import { createPostgresDatabase } from '#service/testing/test-database.ts'

export type PostgresDeployment = Awaited<ReturnType<typeof startPostgresDeployment>>

/**
 * Starts a chain, an empty database and a funded relayer key for several processes. Also returns the settings of
 * these processes.
 */
export async function startPostgresDeployment(postgres: string) {
  const database = await createPostgresDatabase(postgres)
  const anvil = await startPlainAnvil({ blockTime: 1 })
  const relayerKey = `0x${randomBytes(32).toString('hex')}` as const
  await anvil.fund(privateKeyToAddress(relayerKey), 10n ** 20n)
  const settings = {
    DATABASE_URL: database.url,
    RPC_URL: anvil.url,
    CHAIN_ID: String(anvil.chainId),
    RELAYER_PRIVATE_KEY: relayerKey,
    SECRET_KEY: randomBytes(32).toString('hex'),
    // No server listens on this port.
    SMTP_URL: 'smtp://127.0.0.1:9',
  }
  return { anvil, database, settings }
}
