import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createClientIp } from '#server-kit/http/client-ip.ts'
import { writeSecretFile, readSecretFile } from '#server-kit/secrets/secret-file.ts'
import {
  createMetrics,
  collectDatabaseMetrics,
  databaseObserver,
  openDatabase,
  requireDeploymentSecret,
  type OpenDatabase,
} from '#service/index.ts'
import { startDemoShop } from '#widget/demo/server.ts'
import { warnOfLostNotifications } from './check-session.ts'
import { closingStack, type ClosingStack } from './closing-stack.ts'
import { createLog } from './create-log.ts'
import { requireUsable } from './database-state.ts'
import type { Deployment } from './deployment.ts'
import { EMBEDDED_ON_A_CHAIN } from './doctor-database.ts'
import { watchEmbeddedGrowth } from './embedded-growth.ts'
import { SettingsError } from './environment.ts'
import { listen, listenError } from './listen.ts'
import { builtDir, type RunningBff } from './open-bff.ts'
import { openIslands, type Islands } from './open-islands.ts'
import type { Sandbox } from './open-service.ts'
import { openTracing } from './open-tracing.ts'
import { deploymentSecrets, makeDataDir, secretsAtRest } from './secret-key.ts'
import type { Settings } from './settings.ts'
import { VERSION } from './version.ts'
import { waitForWrites } from './wait-for-writes.ts'

/**
 * Opens the database, then serves everything that the role needs on one listener. Returns a function that
 * stops it in reverse order.
 */
export async function serve(settings: Settings): Promise<Pick<ClosingStack, 'announce' | 'close'>> {
  const log = createLog(settings.logLevel)
  const closing = closingStack(log)
  try {
    await open(settings, log, closing)
    return closing
  } catch (cause) {
    await closing.close()
    throw cause
  }
}

/** @throws SettingsError for an unconfirmed real chain on the embedded database */
function requireDatabase({ chain, databaseUrl, acceptsEmbeddedDatabase }: Settings): void {
  if (chain === undefined || databaseUrl !== undefined || acceptsEmbeddedDatabase) return
  throw new SettingsError(
    `DATABASE_URL is not set: the embedded database ${EMBEDDED_ON_A_CHAIN} and confirm with EMBEDDED_DATABASE=accepted.`,
  )
}

async function open(settings: Settings, log: Logger, closing: ClosingStack): Promise<void> {
  requireDatabase(settings)
  await makeDataDir(settings)
  const secrets = await deploymentSecrets(settings)
  const metrics = createMetrics({ log, process: { version: VERSION, role: settings.role } })
  closing.add(await openTracing(settings, log))
  const observe = databaseObserver(metrics, settings.databaseUrl)
  const { databaseUrl, databaseListenUrl: listenUrl, dataDir, role } = settings
  const beforeMigration = async (opened: OpenDatabase) => {
    const additions = await requireUsable({ role, database: opened })
    if (additions.length > 0)
      log.warn({ additions }, 'a newer version migrated the database; this version ignores its additions')
  }
  const clientIp = createClientIp(settings.trustedProxies)
  const readOnlyWait = waitForWrites(settings, { log, clientIp })
  const database = await openDatabase({
    databaseUrl,
    listenUrl,
    dataDir,
    log,
    observe,
    beforeMigration,
    readOnlyWait,
  })
  closing.add(database)
  metrics.addCollector(async () => {
    for (const [state, count] of Object.entries(database.connections?.() ?? {}))
      metrics.databaseConnections.set({ state }, count)
  })
  collectDatabaseMetrics({ db: database.db, metrics })
  await requireDeploymentSecret(database.db, secretsAtRest(secrets))
  const parts = { settings, secrets, database, log, metrics, builtDir }
  const islands = await openIslands(parts, closing)
  const setup = await firstUrls(parts, islands, closing)
  const growth = watchEmbeddedGrowth({ database, dataDir, chainMemory: islands.service?.chainMemory }, log)
  closing.add({ close: growth.stop })
  // Listens only now, so that sandbox.json is written and the shop is open once /readyz succeeds.
  const { host, port, keepAliveSeconds } = settings
  const isEnding = () => closing.isClosing()
  closing.add(await listen(islands.fetch, { host, port, clientIp, keepAliveSeconds, isEnding }))
  // Streams end first, because a listener waits for every response and a stream never ends by itself.
  closing.add({ close: async () => islands.release() })
  if (database.engine === 'postgres')
    // The check fails if the process stops meanwhile and closes the database.
    void warnOfLostNotifications(database, { hasListenUrl: listenUrl !== undefined, log }).catch(
      () => undefined,
    )
  printUrls(settings, setup, islands.service?.sandbox)
}

/**
 * The text about the setup link if there is no administrator yet. In the sandbox, also writes sandbox.json and opens
 * the demo shop.
 */
export async function firstUrls(
  { settings, log }: Pick<Deployment, 'settings' | 'log'>,
  { service, bff }: Pick<Islands, 'service' | 'bff'>,
  closing: ClosingStack,
): Promise<string> {
  const setupToken = await bff?.createSetupLink()
  const setupUrl = `${settings.publicUrl}/setup${setupToken === undefined ? '' : `#token=${setupToken}`}`
  if (service?.sandbox !== undefined) {
    await service.sandbox.writeFile(setupUrl)
    if (bff !== undefined) closing.add(await startShop({ settings, bff, sandbox: service.sandbox, log }))
  }
  const isPrintable = process.stdout.isTTY || service?.sandbox !== undefined
  return setupLinkText({ setupUrl: setupToken && setupUrl, dataDir: settings.dataDir, isPrintable })
}

/** Prints the URLs. `setup` is the text about the setup link (`setupLinkText`). */
export function printUrls(settings: Settings, setup: string, sandbox: Sandbox | undefined): void {
  const urls: [string, string][] = settings.role === 'service' ? [] : [['console', settings.publicUrl]]
  if (settings.upstream === undefined) urls.push(['service', `${settings.publicUrl}/v1/baas`])
  else urls.push(['upstream', settings.upstream.baseUrl])
  if (sandbox !== undefined) {
    urls.push(['demo shop', sandbox.demoUrl], ['inbox', sandbox.inboxUrl])
  }
  const lines = urls.map(([name, url]) => `  ${name.padEnd(11)}${url}`)
  process.stdout.write(`\n${lines.join('\n')}\n${setup}\n`)
}

/**
 * The printed text about the setup link, which is a single-use secret. A terminal or a sandbox gets the link
 * itself. Elsewhere output is logged, so the text names the file that holds it (ADR 0026).
 */
export async function setupLinkText(parts: {
  /** Undefined once there is an administrator. */
  setupUrl: string | undefined
  dataDir: string
  isPrintable: boolean
}): Promise<string> {
  const { setupUrl, dataDir, isPrintable } = parts
  const path = join(dataDir, 'setup-link')
  if (setupUrl === undefined || isPrintable) await rm(path, { force: true })
  if (setupUrl === undefined) return ''
  if (isPrintable) {
    return `\n  Start here: enrol your passkey as the first administrator (valid for an hour)\n  ${setupUrl}\n`
  }
  await writeSecretFile(path, setupUrl)
  return `\n  Start here: open the link in this file to enrol the first administrator’s passkey (valid for an hour)\n  ${path}\n`
}

type Shop = {
  settings: Settings
  bff: Pick<RunningBff, 'ensureIntegration'>
  sandbox: Pick<Sandbox, 'demoUrl' | 'faucetUrl' | 'registerDomain'> & {
    tokens: Pick<Sandbox['tokens'], 'erc20'>
  }
}

/** Starts the demo shop: an integrator's page on another origin, with its own integration. */
export async function startShop({
  log,
  ...shop
}: Shop & Pick<Deployment, 'log'>): Promise<{ url: string; close: () => Promise<void> }> {
  const { settings, sandbox } = shop
  const { host, demoPort: port } = settings
  return startDemoShop({
    port,
    host,
    latchkeyUrl: settings.publicUrl,
    integrationSecret: await integrationSecret(shop),
    faucetUrl: sandbox.faucetUrl,
    demoCoin: sandbox.tokens.erc20,
    registerDomain: sandbox.registerDomain,
    log,
  }).catch((cause: unknown) => {
    throw cause instanceof Error ? listenError(cause, { host, port, setting: 'DEMO_PORT' }) : cause
  })
}

async function integrationSecret({ settings, bff, sandbox }: Shop): Promise<string> {
  const path = join(settings.dataDir, 'demo-shop.key')
  // The page's origin, and its subdomain that serves the wallet in a frame.
  const origins = [sandbox.demoUrl, sandbox.demoUrl.replace('//', '//wallet.')]
  const operations = ['create', 'transfer', 'approve', 'execute'] as const
  // The label includes the origin, so a different DEMO_PORT creates a separate integration.
  const label = `Demo shop ${new URL(sandbox.demoUrl).host}`
  const made = await bff.ensureIntegration({ label, origins, operations: [...operations] })
  if (made !== undefined) await writeSecretFile(path, made)
  const secret = made ?? (await readSecretFile(path))
  if (secret === undefined) {
    throw new Error(`${path} is missing: revoke the integration “${label}” in the console and start again.`)
  }
  return secret
}
