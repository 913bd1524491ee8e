import { sql } from 'kysely'
import { pino } from 'pino'
import { privateKeyToAddress } from 'viem/accounts'
import { closingStack } from '#cli/closing-stack.ts'
import { openIslands } from '#cli/open-islands.ts'
import { deploymentSecrets, secretsAtRest } from '#cli/secret-key.ts'
import { parseSettings } from '#cli/settings.ts'
import {
  createMetrics,
  createTimeMachine,
  loadRelayerKey,
  openSandboxChain,
  requireDeploymentSecret,
  type Database,
  type OpenDatabase,
} from '#service/index.ts'

/** Address at which the release's sandbox was reached. Its passkeys and webhooks are bound to it. */
export const RELEASE_ORIGIN = 'http://localhost:4000'

export type ReleaseWorld = Awaited<ReturnType<typeof openReleaseWorld>>

/**
 * The whole product in this process, over the data of a sandbox: service, console, approval app and chain. `aheadMs`
 * is the offset of its clock from the machine's, so that data of an earlier day is still current.
 */
export async function openReleaseWorld(parts: {
  dataDir: string
  database: OpenDatabase
  aheadMs?: number
  /** Further settings, such as SECRET_KEY. */
  environment?: Record<string, string>
}) {
  const { dataDir, database } = parts
  const log = pino({ level: process.env['LATCHKEY_TEST_LOG'] ?? 'silent' })
  const settings = parseSettings({
    DATA_DIR: dataDir,
    PUBLIC_URL: RELEASE_ORIGIN,
    ...parts.environment,
  })
  const secrets = await deploymentSecrets(settings)
  await requireDeploymentSecret(database.db, secretsAtRest(secrets))
  const clock = await openMovedClock(database.db, parts.aheadMs ?? 0)
  const relayer = privateKeyToAddress(await loadRelayerKey(settings))
  const closing = closingStack(log)
  const chain = await openSandboxChain({ dataDir, relayer, log, db: database.db, now: clock.now })
  closing.add(chain)
  const ground = { chain, clock, timeMachine: createTimeMachine({ clock, chain }) }
  const metrics = createMetrics({ log })
  const deployment = { settings, secrets, database, log, metrics, builtDir: () => dataDir, ground }
  const islands = await openIslands(deployment, closing).catch(async (cause: unknown) => {
    await closing.close()
    throw cause
  })
  const fetch = (path: string, init?: RequestInit): Promise<Response> => {
    const request = new Request(new URL(path, RELEASE_ORIGIN), init)
    request.headers.set('host', new URL(RELEASE_ORIGIN).host)
    return islands.fetch(request, { address: '127.0.0.1' })
  }
  return {
    ...islands,
    fetch,
    /** Moves the clock of the product, its database and its chain forward. */
    advance: (seconds: number) => ground.timeMachine.advance(seconds),
    close: async () => {
      islands.release()
      await closing.close()
    },
  }
}

/** A clock with an offset from the machine's, and the database's time with the same offset. */
async function openMovedClock(db: Database, aheadMs: number) {
  let ahead = aheadMs
  const setDatabase = async () => {
    const body = sql.lit(`select now() + interval '${Math.trunc(ahead)} milliseconds'`)
    await sql`create or replace function service_now() returns timestamptz language sql stable as ${body}`.execute(
      db,
    )
  }
  if (ahead !== 0) await setDatabase()
  return {
    now: () => new Date(Date.now() + ahead),
    outside: () => new Date(),
    aheadSeconds: () => Math.trunc(ahead / 1_000),
    advance: async (seconds: number) => {
      ahead += seconds * 1_000
      await setDatabase()
    },
  }
}
