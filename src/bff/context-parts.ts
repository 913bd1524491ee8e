import type { Logger } from 'pino'
import type { EmbeddedGrowth } from '#protocol/console/embedded-growth.ts'
import type { SandboxInfo } from '#protocol/console/sandbox-info.ts'
import type { Clock } from '#server-kit/clock.ts'
import type { RunOnce } from '#server-kit/idempotency/run-once.ts'
import type { OpenStreams } from '#server-kit/live/open-streams.ts'
import type { RelyingParty } from '#server-kit/passkeys/relying-party.ts'
import type { HostCookie } from '#server-kit/sessions/host-cookie.ts'
import type { BffDatabase } from './db/database.ts'
import type { Limits } from './http/rate-limiter.ts'
import type { IdentityProvider } from './identity/identity-provider.ts'
import type { KeyVault } from './organizations/key-vault.ts'
import type { FetchTarget, LiveHub, Mailer, Organization } from './ports.ts'
import type { LackingEndpoints } from './upstream/lacking-endpoints.ts'

// The parts of the context. A function's first parameter names the parts that it uses, itself or in the functions
// that it calls: `ctx: HasDatabase & WritesAudit`. `BffContext` has all of them.

export type HasDatabase = { db: BffDatabase }
export type HasClock = { clock: Clock }
export type HasLog = { log: Logger }
/** Seals and opens the organizations' API keys. */
export type HasKeyVault = { vault: KeyVault }
export type HasLimits = { limits: Limits }
/** Handles each Idempotency-Key once. */
export type HasRunOnce = { runOnce: RunOnce }
export type HasLive = { live: LiveHub }
/** Open pages of administrators, keyed by the hash of their session. */
export type HasStreams = { streams: OpenStreams }
/** Sends invitations and alerts. Undefined means that invitations are shared only as links. */
export type HasMailer = { mailer?: Mailer | undefined }
/** OpenID Connect sign-in. Undefined means passkeys only. */
export type HasIdentityProvider = { identityProvider: IdentityProvider | undefined }
/**
 * Fetches a page whose URL a user entered. Refuses addresses that are not public, except in the sandbox. Undefined
 * disables the feature.
 */
export type HasFetchTarget = { fetchTarget?: FetchTarget | undefined }
/** Folder of the widget's built files, served under `/widget/v1/`. */
export type HasWidgetFiles = { widgetDir: string }
/** Exports running in this process. */
export type HasExports = { exports: Set<{ adminId: string }> }
/** Latest refused webhook of a hosted service, by organization. The console shows it during setup. */
export type HasWebhookRefusals = { webhookRefusals: Map<string, { at: Date; reason: string }> }
/** Reads the sizes of the embedded database and chain. Undefined if the console has nothing to say about them. */
export type HasEmbeddedGrowth = {
  readEmbeddedGrowth?: (() => Promise<EmbeddedGrowth | undefined>) | undefined
}
/** Refuses to send content that does not match its endpoint's schema. For sandboxes and tests. */
export type ChecksAnswers = { checksAnswers?: boolean | undefined }
/**
 * Creates an organization at the service, with a key that has every scope. Undefined means that the console cannot
 * create organizations.
 */
export type CreatesOrganizations = {
  createOrganization?: ((name: string) => Promise<Organization>) | undefined
}
/**
 * Ends an organization's keys, domains and webhooks, unless it has wallets. Undefined means that the console cannot
 * delete organizations.
 */
export type ClosesOrganizations = {
  closeOrganization?: ((organizationId: string) => Promise<'closed' | 'has-wallets'>) | undefined
}

/**
 * Public origin of the deployment. Only its pages may change anything in the console. `publicHost` includes a port
 * that is not the default.
 */
export type HasPublicUrl = { settings: { publicUrl: string; publicHost: string } }
export type HasCookies = {
  settings: { cookies: { session: HostCookie; ceremony: HostCookie; secure: boolean } }
}
/** Relying party of the administrators' passkeys. */
export type HasRelyingParty = { settings: { relyingParty: RelyingParty } }
/** The sandbox's addresses. Null outside the sandbox. */
export type HasSandbox = { settings: { sandbox: SandboxInfo } }
/** Block explorer that the console links to, without a trailing slash. */
export type HasExplorer = { settings: { explorerUrl?: string | undefined } }
/** Whether another party runs the service. If so, the console explains which features are missing. */
export type HasHosting = { settings: { hostedUpstream: boolean } }
/** Chain of a hosted service that lacks `GET /config`. */
export type HasHostedChain = { settings: { hostedChain?: { chainId: number; factory: string } | undefined } }

/** Sends requests to the service, embedded or at another host. */
export type HasUpstream = { upstreamFetch: (request: Request) => Promise<Response> }
/**
 * Base URLs of the service: `baasUrl` is `{base_url}` and ends in `/v1/baas`. `orgUrl` is for the organization
 * settings and ends in `/v1/org`.
 */
export type HasUpstreamUrls = HasHosting & { settings: { baasUrl: string; orgUrl: string } }
/** Endpoints that a hosted service lacks. They are not requested for a while. */
export type HasLackingEndpoints = { lacking: LackingEndpoints }

/** Calls endpoints of the service with an organization's key. */
export type CallsService = HasUpstream & HasUpstreamUrls & HasLackingEndpoints
/** Appends an entry to the audit log. */
export type WritesAudit = HasClock & HasKeyVault
/** Runs work whose result the audit log records. */
export type RunsAudited = HasDatabase & WritesAudit & HasLog
/** Finds the session of a request. */
export type FindsSessions = HasDatabase & HasClock & HasKeyVault & HasCookies
/** Begins and ends the passkey prompt of a browser. */
export type RunsCeremonies = HasDatabase & HasClock & HasCookies
/** Describes a session to the console. */
export type DescribesSessions = HasDatabase &
  HasIdentityProvider &
  CreatesOrganizations &
  HasSandbox &
  HasHosting &
  HasExplorer &
  HasEmbeddedGrowth
