import { createJobLoop, type JobLoop } from '#server-kit/jobs/job-loop.ts'
import { sendAccountMails } from './alerts/account-mails.ts'
import { sendAlerts } from './alerts/alerts.ts'
import { createApp } from './app.ts'
import { ensureIntegration, type IntegrationInput } from './console/integration-store.ts'
import { createContext } from './create-context.ts'
import type { BffDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { listAdministrators } from './members/list-administrators.ts'
import { startRecoveryByOperator } from './members/start-recovery.ts'
import type { BffOptions } from './options.ts'
import { findOrganization, storeOrganization } from './organizations/organization.ts'
import { resealKeys } from './organizations/reseal-keys.ts'
import type { Organization } from './ports.ts'
import { createSetupLink } from './sessions/setup-link.ts'
import { findUpstreamFault, type UpstreamFault } from './upstream/upstream-fault.ts'

const ALERTS_MS = 60_000

export type Bff = {
  /**
   * Handles requests to the console, the widget and their files. `client.address` is the caller's IP address, used
   * for rate limits. Callers without an address share their limits.
   */
  fetch: (request: Request, client?: { address?: string | undefined }) => Promise<Response>
  /** Creates or updates the `bff_` tables. `direct` connects to the same database without a pooler. */
  migrate: (direct?: BffDatabase) => Promise<void>
  /** Stores the organization and its sealed API key. */
  ensureOrganization: (organization: Organization) => Promise<void>
  /** Stored API key of an organization, for other processes that use the same key. */
  storedApiKey: (organizationId: string) => Promise<string | undefined>
  /** Reseals every stored key with the current secret. Returns the number of keys sealed with another secret. */
  resealKeys: () => Promise<number>
  /** Creates the integration with this label if it does not exist. Returns its secret only if it was created. */
  ensureIntegration: (input: IntegrationInput) => Promise<string | undefined>
  /** Reason why the service cannot be used now, safe to show to anyone. Undefined if the service works. */
  upstreamFault: () => Promise<UpstreamFault | undefined>
  /**
   * Creates a setup link and returns its token, which is valid for one hour and one use. Earlier setup links end.
   * Undefined if there is an administrator.
   */
  createSetupLink: () => Promise<string | undefined>
  /** Everyone who can sign in to the console, by name. */
  listAdministrators: () => ReturnType<typeof listAdministrators>
  /**
   * Creates a recovery link for an administrator, on behalf of the server's operator. Undefined for an unknown id.
   */
  startRecovery: (adminId: string) => ReturnType<typeof startRecoveryByOperator>
  /** Mails alerts, and mails members about their own accounts. Start it after `migrate`. */
  alerts: JobLoop
  /** Ends long polls, and open streams after sending pending data, so that a listener can close. */
  release: () => void
}

/**
 * Backend of the console and the widget. It stores the organization's API key, sessions, integrations and widget
 * tokens, and calls the service over the specification's HTTP API.
 *
 * @throws Error if `secretKey` is not 32 bytes long or `upstreamBaseUrl` does not end in `/baas`
 * @example const bff = createBff({ upstreamFetch: service.fetch, upstreamBaseUrl: `${publicUrl}/v1/baas`, … })
 */
export function createBff(options: BffOptions): Bff {
  const ctx = createContext(options)
  const app = createApp(ctx, options)
  return {
    fetch: async (request, client) => app.fetch(request, { clientAddress: client?.address ?? 'unknown' }),
    migrate: (direct = ctx.db) => migrate(direct),
    ensureOrganization: (organization) => storeOrganization(ctx, ctx.db, organization),
    storedApiKey: async (organizationId) => (await findOrganization(ctx, organizationId))?.apiKey,
    resealKeys: () => resealKeys(ctx),
    ensureIntegration: (input) => ensureIntegration(ctx, input),
    upstreamFault: () => findUpstreamFault(ctx),
    createSetupLink: () => createSetupLink(ctx),
    listAdministrators: () => listAdministrators(ctx),
    startRecovery: (adminId) => startRecoveryByOperator(ctx, adminId),
    alerts: createJobLoop({
      round: async () => {
        await sendAccountMails(ctx)
        await sendAlerts(ctx)
      },
      pollMs: ALERTS_MS,
      log: ctx.log,
      complaint: 'alerts could not be mailed; trying again',
    }),
    release: () => {
      ctx.streams.endAll()
      ctx.live.stop()
    },
  }
}

export { examineRelatedFile, loadRelatedFile, type RelatedFinding } from './doctor/check-related.ts'
export { serveApp } from './assets/serve-app.ts'
export { createRemoteFetch } from './upstream/remote-fetch.ts'
export { explainStatus, type UpstreamFault } from './upstream/upstream-fault.ts'
export { migrate as migrateBff, migrationState as bffMigrationState } from './db/migrate.ts'
export { discoverProvider, IdentityProviderError } from './identity/discover-provider.ts'
export type { BffTables } from './db/tables.ts'
export type { FetchTarget } from './ports.ts'
