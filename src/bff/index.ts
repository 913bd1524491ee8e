import type { Logger } from 'pino'
import type { SandboxInfo, WidgetOperation } from '#shared/org/console-api.ts'
import { createApp } from './app.ts'
import { ensureIntegration } from './console/integration-store.ts'
import type { Clock, UpstreamFetch } from './context.ts'
import { createContext } from './create-context.ts'
import { migrate } from './db/migrate.ts'
import type { BffDatabase } from './db/tables.ts'
import { ensureOrganization, type Organization } from './organizations/organization.ts'
import { createSetupLink } from './sessions/setup-link.ts'

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
  clock: Clock
  log: Logger
  /** The console's built files. */
  consoleDir: string
  /** The widget's built files, served under `/widget/v1/`. */
  widgetDir: string
  sandbox?: SandboxInfo
  /** A service that is not ours to extend: the console then explains what is missing. */
  hostedUpstream: boolean
}

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
  /** Makes an integration of this label exist; answers its secret only when it was made now. */
  ensureIntegration: (input: {
    label: string
    origins: string[]
    operations: WidgetOperation[]
  }) => Promise<string | undefined>
  /** The token of a new one-time setup link (an hour, ends all earlier ones), or undefined once there is an administrator. */
  createSetupLink: () => Promise<string | undefined>
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
    ensureIntegration: (input) => ensureIntegration(ctx, input),
    createSetupLink: () => createSetupLink(ctx),
  }
}

export { createRemoteFetch } from './upstream/remote-fetch.ts'
export type { BffTables } from './db/tables.ts'
