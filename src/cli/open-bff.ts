import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { createBff, createRemoteFetch, type Bff, type BffTables } from '#bff/index.ts'
import type { Database } from '#service/index.ts'
import type { RunningService } from './open-service.ts'
import type { Settings } from './settings.ts'
import { subkey } from './subkey.ts'

export type RunningBff = Bff & { close: () => Promise<void> }

/** The built console and widget lie beside the built server, in `dist/`. */
const builtDir = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))

/** Starts the BFF before the embedded service, or before the hosted one of UPSTREAM_URL. */
export async function openBff(options: {
  settings: Settings
  secret: Uint8Array
  db: Database
  log: Logger
  service: RunningService | undefined
}): Promise<RunningBff> {
  const { settings, service } = options
  const remote = settings.upstream === undefined ? undefined : createRemoteFetch(settings.upstream.baseUrl)
  const upstreamFetch = service?.fetch ?? remote
  if (upstreamFetch === undefined) throw new Error('There is neither an embedded service nor an upstream')
  const bff = createBff({
    upstreamFetch,
    upstreamBaseUrl: settings.upstream?.baseUrl ?? `${settings.publicUrl}/v1/baas`,
    db: options.db.withTables<BffTables>(),
    publicUrl: settings.publicUrl,
    secretKey: subkey(options.secret, 'api keys at rest'),
    clock: { now: () => new Date() },
    log: options.log,
    consoleDir: builtDir('console'),
    widgetDir: builtDir('widget'),
    sandbox: sandboxInfo(service),
    hostedUpstream: settings.upstream !== undefined,
  })
  await bff.migrate()
  await bff.ensureOrganization(service?.organization ?? hostedOrganization(settings))
  const close = async () => {
    await remote?.close()
  }
  return { ...bff, close }
}

function sandboxInfo(service: RunningService | undefined) {
  if (service?.sandbox === undefined) return null
  const { inboxUrl, demoUrl, chainId, tokens } = service.sandbox
  return { inboxUrl, demoUrl, chainId, tokens }
}

/** A hosted service names no organization to us: the console calls it by the upstream's host. */
function hostedOrganization(settings: Settings) {
  const { baseUrl, apiKey } = settings.upstream ?? { baseUrl: '', apiKey: '' }
  return { id: 'hosted', name: new URL(baseUrl).hostname, apiKey }
}
