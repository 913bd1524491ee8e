import type { Logger } from 'pino'
import type { SandboxInfo, WidgetOperation } from '#shared/org/console-api.ts'
import { createApp } from './app.ts'
import { ensureIntegration } from './console/integration-store.ts'
import type {
  Clock,
  CloseOrganization,
  CreateOrganization,
  FetchTarget,
  HostedChain,
  Mailer,
  UpstreamFetch,
} from './context.ts'
import { createContext } from './create-context.ts'
import { migrate } from './db/migrate.ts'
import type { BffDatabase } from './db/tables.ts'
import {
  ensureOrganization,
  resealKeys,
  storedApiKey,
  type Organization,
} from './organizations/organization.ts'
import { createSetupLink } from './sessions/setup-link.ts'
import { followOutcomes } from './upstream/outcomes/follow-outcomes.ts'
import { upstreamFault } from './upstream/upstream-fault.ts'

export type BffOptions = {
  /** `service.fetch` when the service is embedded, `createRemoteFetch(…)` when it is hosted. */
  upstreamFetch: UpstreamFetch
  /** `{base_url}` of the service; ends in `/v1/baas`. */
  upstreamBaseUrl: string
  /** Any database with room for the `bff_` tables: `db.withTables<BffTables>()`. */
  db: BffDatabase
  /** Where people reach this deployment. Its host is the domain of the administrators' passkeys. */
  publicUrl: string
  /** The deployment's secret, 32 bytes: seals the organization's API key. */
  secretKey: Uint8Array
  /** The secret before it, while what it sealed is not sealed anew. */
  oldSecretKey?: Uint8Array | undefined
  clock: Clock
  log: Logger
  /** The console's built files. */
  consoleDir: string
  /** The widget's built files, served under `/widget/v1/`. */
  widgetDir: string
  /** Reads a page for the integration doctor; absent: it says that it cannot. */
  fetchTarget?: FetchTarget | undefined
  sandbox?: SandboxInfo
  /** A service that is not ours to extend: the console then explains what is missing. */
  hostedUpstream: boolean
  /** Where the hosted service cannot be asked for its chain: what it is. */
  hostedChain?: HostedChain | undefined
  /** Sends invitations; absent: they are handed over as links only. */
  mailer?: Mailer | undefined
  /** Makes one more organization at the service; absent: people of the console cannot. */
  createOrganization?: CreateOrganization | undefined
  /** Ends an organization at the service; absent: people of the console cannot. */
  closeOrganization?: CloseOrganization | undefined
  /** Told of each answer, for metrics. */
  onAnswer?: (answer: BffAnswer) => void
}

/** `route` is the pattern and never the path; `file` for the console's and the widget's files. */
export type BffAnswer = { route: string; method: string; status: number; seconds: number }

export type Bff = {
  /**
   * Answers any request of the console, the widget and their files. `client.address` is the caller's network
   * address, for limits; without it all callers share them.
   */
  fetch: (request: Request, client?: { address?: string | undefined }) => Promise<Response>
  /** Creates or updates the `bff_` tables. */
  migrate: () => Promise<void>
  /** Stores the organization and its API key, sealed. */
  ensureOrganization: (organization: Organization) => Promise<void>
  /** The API key that is stored for an organization, so that another process goes on with the same. */
  storedApiKey: (organizationId: string) => Promise<string | undefined>
  /** Seals every stored key anew with the present secret; answers how many were sealed with another. */
  resealKeys: () => Promise<number>
  /** Makes an integration of this label exist; answers its secret only when it was made now. */
  ensureIntegration: (input: {
    label: string
    origins: string[]
    operations: WidgetOperation[]
  }) => Promise<string | undefined>
  /** Why the service cannot be used at present, in words for anyone; undefined when it can. */
  upstreamFault: () => Promise<string | undefined>
  /** Follows held transactions at a hosted service until it is stopped; nothing where the service is embedded. */
  followOutcomes: () => { stop: () => Promise<void> }
  /** Takes up the exports that an earlier process left, and looks for them until it is stopped. */
  makeExports: () => { stop: () => Promise<void> }
  /** The token of a new one-time setup link (an hour, ends all earlier ones), or undefined once there is an administrator. */
  createSetupLink: () => Promise<string | undefined>
  /** Ends open streams, after what was sent, and whatever waits for news, so that a listener can close. */
  release: () => void
}

/**
 * The backend of the console and of the widget: it keeps the organization's API key, sessions, integrations
 * and widget tokens, and speaks the specification's HTTP to the service.
 *
 * @throws Error for a `secretKey` that has not 32 bytes or an `upstreamBaseUrl` that does not end in `/baas`
 * @example const bff = createBff({ upstreamFetch: service.fetch, upstreamBaseUrl: `${publicUrl}/v1/baas`, … })
 */
export function createBff(options: BffOptions): Bff {
  const ctx = createContext(options)
  const app = createApp(ctx, options)
  return {
    fetch: async (request, client) => app.fetch(request, { clientAddress: client?.address ?? 'unknown' }),
    migrate: () => migrate(ctx.db),
    ensureOrganization: (organization) => ensureOrganization(ctx, organization),
    storedApiKey: (organizationId) => storedApiKey(ctx, organizationId),
    resealKeys: () => resealKeys(ctx),
    ensureIntegration: (input) => ensureIntegration(ctx, input),
    upstreamFault: () => upstreamFault(ctx),
    followOutcomes: () => followOutcomes(ctx),
    makeExports: () => {
      ctx.exports.start()
      return { stop: ctx.exports.stop }
    },
    createSetupLink: () => createSetupLink(ctx),
    release: () => {
      ctx.streams.endAll()
      ctx.live.stop()
    },
  }
}

export { serveApp } from './assets/serve-app.ts'
export { createRemoteFetch } from './upstream/remote-fetch.ts'
export { faultOfStatus } from './upstream/upstream-fault.ts'
export type { BffTables } from './db/tables.ts'
export type { FetchTarget } from './context.ts'
