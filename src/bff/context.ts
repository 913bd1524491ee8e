import type { Context } from 'hono'
import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Role } from '#protocol/roles.ts'
import type { SandboxInfo } from '#protocol/console/sandbox-info.ts'
import type { Clock } from '#server-kit/clock.ts'
import type { OpenStreams } from '#server-kit/live/open-streams.ts'
import type { RunOnce } from '#server-kit/idempotency/run-once.ts'
import type { RelyingParty } from '#server-kit/passkeys/relying-party.ts'
import type { HostCookie } from '#server-kit/sessions/host-cookie.ts'
import type { InputOf, ParsedBy } from '#server-kit/http/parse-input.ts'
import type { Answered } from '#server-kit/http/request-scope.ts'
import type { BffTables } from './db/tables.ts'
import type { IdentityProviderOptions } from './identity/discover-provider.ts'
import type { IdentityProvider } from './identity/identity-provider.ts'
import type { Limits } from './http/rate-limiter.ts'
import type { KeyVault } from './organizations/key-vault.ts'
import type { LiveHub } from './ports.ts'
import type { LackingEndpoints } from './upstream/lacking-endpoints.ts'

export type BffDatabase = Kysely<BffTables>
export type BffTransaction = Transaction<BffTables>

/**
 * First argument of every BFF operation: the options and the objects built from them. `createBff` creates it once.
 */
export type BffContext = Omit<BffOptions, 'secretKey' | 'oldSecretKey' | 'identityProvider' | 'onAnswer'> & {
  settings: BffSettings
  vault: KeyVault
  identityProvider: IdentityProvider | undefined
  /** Handles each Idempotency-Key once. */
  runOnce: RunOnce
  limits: Limits
  /** Endpoints that a hosted service lacks. They are not requested for a while. */
  lacking: LackingEndpoints
  live: LiveHub
  /** Open pages of administrators, keyed by the hash of their session. */
  streams: OpenStreams
  /** Latest refused webhook of a hosted service, by organization. The console shows it during setup. */
  webhookRefusals: Map<string, { at: Date; reason: string }>
  /** Exports running in this process. */
  exports: Set<{ adminId: string }>
}

/** Sends mail. `send` rejects if the mail was not accepted. */
export type Mailer = { send: (mail: { to: string; subject: string; text: string }) => Promise<void> }

/** Result of a guarded request to another server's address. `problem` completes a sentence. */
type TargetAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}
export type FetchTarget = (
  url: string,
  options: { headers: Record<string, string>; timeoutMs: number; bytesMax: number },
) => Promise<TargetAnswer | { problem: string }>

export type BffSettings = Pick<BffOptions, 'hostedUpstream' | 'hostedChain' | 'explorerUrl'> & {
  /** Public origin of the deployment. Only this origin may change anything in the console. */
  publicUrl: string
  /** Host of the public URL, with the port unless it is the default. */
  publicHost: string
  /** Relying party of the administrators' passkeys. */
  relyingParty: RelyingParty
  cookies: { session: HostCookie; ceremony: HostCookie; secure: boolean }
  /** `{base_url}` of the service. Ends in `/v1/baas`. */
  baasUrl: string
  /** Base URL of the organization settings at the same service. Ends in `/v1/org`. */
  orgUrl: string
  sandbox: SandboxInfo
}

export type BffEnv = {
  Bindings: { clientAddress: string }
  Variables: {
    requestId: string
    widgetOrigin: string
    /** True if the passkey was verified for this exact request. */
    steppedUp?: boolean
    /** Deliberate delay in milliseconds, not counted as latency. */
    waitedMs?: number
  }
}
export type Exchange = Context<BffEnv>

/** A signed-in person and their current organization. */
export type Session = {
  idHash: string
  admin: { id: string; name: string; role: Role }
  organization: Organization
  createdAt: Date
  expiresAt: Date
  absoluteExpiresAt: Date
}

/** A request from a signed-in person. */
export type Asking = {
  ctx: BffContext
  exchange: Exchange
  session: Session
  /** The person recorded in the audit log. */
  by: AuditBy
}

/** A request with the parsed input of its route. */
export type Asked<Row = ParsedBy> = Asking & {
  [Part in keyof ParsedBy]-?: Row extends Record<Part, unknown> ? InputOf<Row>[Part] : unknown
}

/** The actor of an audit log entry. */
export type AuditBy = {
  organizationId: string
  /** Null if nobody is signed in. */
  actor: { id: string; name: string } | null
  requestId: string
  /** Set by `auditActor`. */
  ipAddress?: string | null | undefined
}

/** An organization and its API key at the service. The key never leaves the server. */
export type Organization = { id: string; name: string; apiKey: string }

/** A route. `path` uses Hono's syntax. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Schemas of the parsed input. Undefined if the route parses nothing. */
  takes?: ParsedBy
  handle: (exchange: Exchange) => Promise<Response> | Response
}

export type BffOptions = {
  /** `service.fetch` for an embedded service, `createRemoteFetch(…)` for a hosted one. */
  upstreamFetch: (request: Request) => Promise<Response>
  /** `{base_url}` of the service. Ends in `/v1/baas`. */
  upstreamBaseUrl: string
  /** Database that holds the `bff_` tables: `db.withTables<BffTables>()`. */
  db: BffDatabase
  /** Public URL of the deployment. Its host is the domain of the administrators' passkeys. */
  publicUrl: string
  /** Secret of the deployment, 32 bytes. Seals the organizations' API keys. */
  secretKey: Uint8Array
  /** Previous secret, used until everything is sealed with the current one. */
  oldSecretKey?: Uint8Array | undefined
  clock: Clock
  log: Logger
  consoleDir: string
  /** Folder of the widget's built files, served under `/widget/v1/`. */
  widgetDir: string
  /** Fetches a page at a URL from the user, never on this machine's network. Undefined disables the feature. */
  fetchTarget?: FetchTarget | undefined
  sandbox?: SandboxInfo
  /** True if another party runs the service. The console then explains which features are missing. */
  hostedUpstream: boolean
  /** Chain of a hosted service that lacks `GET /config`. */
  hostedChain?: { chainId: number; factory: string } | undefined
  /** Block explorer that the console links to, without a trailing slash. */
  explorerUrl?: string | undefined
  /** Sends invitations by mail. Undefined means that they are shared only as links. */
  mailer?: Mailer | undefined
  /** OpenID Connect sign-in. Undefined means passkeys only. */
  identityProvider?: IdentityProviderOptions | undefined
  /**
   * Creates an organization at the service, with a key that has every scope. Undefined disables it in the console.
   */
  createOrganization?: ((name: string) => Promise<Organization>) | undefined
  /**
   * Ends an organization's keys, domains and webhooks, unless it has wallets. Undefined disables it in the
   * console.
   */
  closeOrganization?: ((organizationId: string) => Promise<'closed' | 'has-wallets'>) | undefined
  /** Refuses to send content that does not match its row's schema. For sandboxes and tests. */
  checksAnswers?: boolean | undefined
  /** Called after each response, for metrics. The route is `file` for files of the console and the widget. */
  onAnswer?: (answer: Answered) => void
}
