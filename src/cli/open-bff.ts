import { fileURLToPath } from 'node:url'
import { createBff, createRemoteFetch, type Bff, type BffTables } from '#bff/index.ts'
import { passTraceOn } from '#server-kit/http/request-scope.ts'
import { createSmtpMailer, observeMailer, type Metrics } from '#service/index.ts'
import type { BuiltPart, Deployment } from './deployment.ts'
import { readEmbeddedGrowth } from './embedded-growth.ts'
import { createFetchTarget } from './fetch-target.ts'
import type { RunningService } from './open-service.ts'
import { subkey } from './secret-key.ts'
import type { Settings } from './settings.ts'

export type RunningBff = Bff & { close: () => Promise<void> }

/** Starts the BFF in front of the embedded service, or of the hosted one at UPSTREAM_URL. */
export async function openBff(
  { settings, secrets, database, log, metrics, builtDir: folderOf }: Deployment,
  service: RunningService | undefined,
): Promise<RunningBff> {
  const remote = settings.upstream === undefined ? undefined : createRemoteFetch(settings.upstream.baseUrl)
  const upstreamFetch = inTrace(service?.fetch ?? remote)
  if (upstreamFetch === undefined) throw new Error('There is neither an embedded service nor an upstream')
  const bff = createBff({
    upstreamFetch,
    upstreamBaseUrl: settings.upstream?.baseUrl ?? `${settings.publicUrl}/v1/baas`,
    db: database.db.withTables<BffTables>(),
    publicUrl: settings.publicUrl,
    secretKey: subkey(secrets.current, 'api keys at rest'),
    oldSecretKey: secrets.old && subkey(secrets.old, 'api keys at rest'),
    clock: service?.clock ?? { now: () => new Date() },
    log,
    consoleDir: folderOf('console'),
    widgetDir: folderOf('widget'),
    fetchTarget: createFetchTarget(service?.sandbox !== undefined),
    sandbox: sandboxInfo(service),
    checksAnswers: service?.sandbox !== undefined,
    hostedUpstream: settings.upstream !== undefined,
    hostedChain: settings.upstream?.chain,
    explorerUrl: settings.explorerUrl,
    identityProvider: settings.identityProvider,
    mailer: service?.mailer ?? smtpMailer(settings, metrics),
    createOrganization: service?.createOrganization,
    closeOrganization: service?.closeOrganization,
    readEmbeddedGrowth: () =>
      readEmbeddedGrowth({ database, dataDir: settings.dataDir, chainMemory: service?.chainMemory }),
    onAnswer: metrics.countAnswer,
  })
  await bff.migrate(database.direct?.withTables<BffTables>())
  const organization = await service?.ensureOrganization(bff.storedApiKey)
  await bff.ensureOrganization(organization ?? hostedOrganization(settings))
  bff.alerts.start()
  const close = async () => {
    bff.release()
    await bff.alerts.stop()
    await remote?.close()
  }
  return { ...bff, close }
}

type Fetch = (request: Request) => Promise<Response>

/** Nests the service's spans below those of the BFF's request. */
function inTrace(fetch: Fetch | undefined): Fetch | undefined {
  if (fetch === undefined) return undefined
  return (request) => {
    passTraceOn(request.headers)
    return fetch(request)
  }
}

function sandboxInfo(service: RunningService | undefined) {
  if (service?.sandbox === undefined) return null
  const { inboxUrl, demoUrl, chainId, tokens } = service.sandbox
  return { inboxUrl, demoUrl, chainId, tokens }
}

/** With a hosted service, the console's own mail, such as invitations, needs an SMTP server. */
function smtpMailer({ smtpUrl, mailFrom }: Settings, metrics: Metrics) {
  return smtpUrl === undefined
    ? undefined
    : observeMailer(createSmtpMailer({ smtpUrl, from: mailFrom }), metrics)
}

/** A hosted service does not report an organization, so the console displays the upstream's host. */
function hostedOrganization(settings: Settings) {
  const { baseUrl, apiKey } = settings.upstream ?? { baseUrl: '', apiKey: '' }
  return { id: 'hosted', name: new URL(baseUrl).hostname, apiKey }
}

/** Built browser parts are next to the built server, in `dist/`. */
export function builtDir(name: BuiltPart): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url))
}
