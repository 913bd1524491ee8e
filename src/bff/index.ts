import { sendAccountMails } from './alerts/account-mails.ts'
import { sendAlerts } from './alerts/alerts.ts'
import { createApp } from './app.ts'
import { ensureIntegration, type IntegrationInput } from './console/integration-store.ts'
import type { BffDatabase, BffOptions, Organization } from './context.ts'
import { createContext } from './create-context.ts'
import { migrate } from './db/migrate.ts'
import { findOrganization, storeOrganization } from './organizations/organization.ts'
import { listAdministrators } from './members/list-administrators.ts'
import { startRecoveryByOperator } from './members/start-recovery.ts'
import { resealKeys } from './organizations/reseal-keys.ts'
import { createJobLoop } from '#server-kit/jobs/job-loop.ts'
import { createSetupLink } from './sessions/setup-link.ts'
import { upstreamFault } from './upstream/call-upstream.ts'

const ALERTS_MS = 60_000

/**
 * The backend of the console and of the widget: it stores the organization's API key, sessions, integrations
 * and widget tokens, and calls the service over the specification's HTTP API.
 *
 * @throws Error for a `secretKey` that has not 32 bytes or an `upstreamBaseUrl` that does not end in `/baas`
 * @example const bff = createBff({ upstreamFetch: service.fetch, upstreamBaseUrl: `${publicUrl}/v1/baas`, … })
 */
export function createBff(options: BffOptions) {
  const ctx = createContext(options)
  const app = createApp(ctx, options)
  return {
    /**
     * Handles requests of the console, the widget and their files. `client.address` is the caller's network address,
     * for rate limits; without it all callers share them.
     */
    fetch: async (request: Request, client?: { address?: string | undefined }) =>
      app.fetch(request, { clientAddress: client?.address ?? 'unknown' }),
    /** Creates or updates the `bff_` tables. `direct`: the same database past a pooler that gives a session away. */
    migrate: (direct: BffDatabase = ctx.db) => migrate(direct),
    /** Stores the organization and its API key, sealed. */
    ensureOrganization: (organization: Organization) => storeOrganization(ctx, ctx.db, organization),
    /** The stored API key of an organization, so that another process uses the same. */
    storedApiKey: async (organizationId: string) => (await findOrganization(ctx, organizationId))?.apiKey,
    /** Reseals every stored key with the present secret; returns how many were sealed with another. */
    resealKeys: () => resealKeys(ctx),
    /** Ensures an integration of this label; returns its secret only if it was created now. */
    ensureIntegration: (input: IntegrationInput) => ensureIntegration(ctx, input),
    /** Why the service cannot be used at present, for anyone to read; undefined when it can. */
    upstreamFault: () => upstreamFault(ctx),
    /** The token of a new setup link (one use, an hour, ends earlier ones); undefined once there is an administrator. */
    createSetupLink: () => createSetupLink(ctx),
    /** Everybody who can sign in to the console, by name. */
    listAdministrators: () => listAdministrators(ctx),
    /** A recovery link for one of them, by the server's operator; undefined where there is none of this id. */
    startRecovery: (adminId: string) => startRecoveryByOperator(ctx, adminId),
    /** Mails alerts, and to members about their own accounts. Starts after `migrate`. */
    alerts: createJobLoop({
      round: async () => {
        await sendAccountMails(ctx)
        await sendAlerts(ctx)
      },
      pollMs: ALERTS_MS,
      log: ctx.log,
      complaint: 'alerts could not be mailed; trying again',
    }),
    /** Ends open streams, after what was sent, and long polls, so that a listener can close. */
    release: () => {
      ctx.streams.endAll()
      ctx.live.stop()
    },
  }
}

export type Bff = ReturnType<typeof createBff>

export { serveApp } from './assets/serve-app.ts'
export { createRemoteFetch } from './upstream/remote-fetch.ts'
export { faultOfStatus } from './upstream/call-upstream.ts'
export { migrate as migrateBff, migrationState as bffMigrationState } from './db/migrate.ts'
export { discoverProvider, IdentityProviderError } from './identity/discover-provider.ts'
export type { BffTables } from './db/tables.ts'
export type { FetchTarget } from './context.ts'
