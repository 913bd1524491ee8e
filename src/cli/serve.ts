import type { Logger } from 'pino'
import { serveApp } from '#bff/index.ts'
import { createClientIp } from '#server-kit/http/client-ip.ts'
import { createMetrics, databaseObserver, openDatabase, requireDeploymentSecret } from '#service/index.ts'
import { builtDir, openBff, type RunningBff } from './open-bff.ts'
import { closingStack, type Closing, type ClosingStack } from './closing-stack.ts'
import { composeFetch, bffProbes } from './compose-fetch.ts'
import { createLog } from './create-log.ts'
import type { Deployment } from './deployment.ts'
import { listen } from './listen.ts'
import { openService, type RunningService } from './open-service.ts'
import { openTracing } from './open-tracing.ts'
import { printUrls, setupLinkText } from './print-urls.ts'
import { deploymentSecrets, secretsAtRest } from './secret-key.ts'
import type { Settings } from './settings.ts'
import { startShop } from './start-shop.ts'

/** Set by the build, which knows the version; sources have none. */
const VERSION = process.env['LATCHKEY_VERSION'] ?? 'sources'

/** Serves what the role asks for on one listener, from the database up; answers what ends it, in the reverse order. */
export async function serve(settings: Settings): Promise<Closing> {
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

async function open(settings: Settings, log: Logger, closing: ClosingStack): Promise<void> {
  const secrets = await deploymentSecrets(settings)
  const metrics = createMetrics({ log, process: { version: VERSION, role: settings.role } })
  closing.add(await openTracing(settings, log))
  const observe = databaseObserver(metrics, settings.databaseUrl)
  const { databaseUrl, databaseListenUrl: listenUrl, dataDir } = settings
  const database = await openDatabase({ databaseUrl, listenUrl, dataDir, log, observe })
  closing.add(database)
  metrics.addCollector(async () => {
    for (const [state, count] of Object.entries(database.connections?.() ?? {}))
      metrics.databaseConnections.set({ state }, count)
  })
  await requireDeploymentSecret(database.db, secretsAtRest(secrets))
  const parts = { settings, secrets, database, log, metrics }
  let service: RunningService | undefined
  if (settings.role !== 'bff' && settings.upstream === undefined) {
    service = await openService(parts)
    closing.add(service)
  }
  let bff: RunningBff | undefined
  if (settings.role !== 'service') {
    bff = await openBff(parts, service)
    closing.add(bff)
  }
  const setup = await firstUrls(parts, { service, bff, closing })
  // Last: once /readyz answers, sandbox.json is written and the shop is open.
  const upstreamFault = async () => bff?.upstreamFault()
  const probes = bffProbes({ db: database.db, metrics, upstreamFault })
  const isEnding = () => closing.isClosing()
  const { publicUrl } = settings
  const isSecure = settings.approvalUrl.startsWith('https:')
  const approver = serveApp({ directory: builtDir('approver'), basePath: '/approve', isSecure })
  const islands = { service: service?.fetch, bff: bff?.fetch, approver }
  const fetch = composeFetch({ ...islands, probes, publicUrl, isEnding })
  const clientIp = createClientIp(settings.trustedProxies)
  closing.add(await listen(fetch, { host: settings.host, port: settings.port, clientIp }))
  // Ended first: a listener waits for every answer, and a stream has no end of its own.
  closing.add({ close: async () => [service, bff].forEach((part) => part?.release()) })
  printUrls(settings, setup, service?.sandbox)
}

/** The text about the setup link of a deployment without an administrator; in the sandbox its file and the demo shop too. */
async function firstUrls(
  { settings, log }: Deployment,
  islands: { service: RunningService | undefined; bff: RunningBff | undefined; closing: ClosingStack },
): Promise<string> {
  const { service, bff, closing } = islands
  const setupToken = await bff?.createSetupLink()
  const setupUrl = `${settings.publicUrl}/setup${setupToken === undefined ? '' : `#token=${setupToken}`}`
  if (service?.sandbox !== undefined) {
    await service.sandbox.writeFile(setupUrl)
    if (bff !== undefined) closing.add(await startShop({ settings, bff, sandbox: service.sandbox, log }))
  }
  const isPrintable = process.stdout.isTTY || service?.sandbox !== undefined
  return setupLinkText({ setupUrl: setupToken && setupUrl, dataDir: settings.dataDir, isPrintable })
}
