import type { Context } from 'hono'
import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Role } from '#protocol/roles.ts'
import type { SandboxInfo } from '#protocol/console-api.ts'
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

export type BffDatabase = Kysely<BffTables>
export type BffTransaction = Transaction<BffTables>

/**
 * The first argument of every BFF operation: the options, and the objects built from them. Wired once, by
 * `createBff`.
 */
export type BffContext = Omit<BffOptions, 'secretKey' | 'oldSecretKey' | 'identityProvider' | 'onAnswer'> & {
  settings: BffSettings
  vault: KeyVault
  identityProvider: IdentityProvider | undefined
  /** Handles a request with an Idempotency-Key once. */
  runOnce: RunOnce
  limits: Limits
  live: LiveHub
  /** The administrators' open pages, each owned by the hash of its session. */
  streams: OpenStreams
  /** The newest refused webhook of a hosted service by organization, for its setup in the console. */
  webhookRefusals: Map<string, { at: Date; reason: string }>
  /** Exports that are running in this process. */
  exports: Set<{ adminId: string }>
}

/** Rejects when the mail was not accepted. */
export type Mailer = { send: (mail: { to: string; subject: string; text: string }) => Promise<void> }

/** The result of a guarded call of a foreign address; `problem` in words that end a sentence. */
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
  /** The deployment's public origin, the one that may change anything in the console. */
  publicUrl: string
  /** Its host, and its port where it is not the usual one. */
  publicHost: string
  /** The relying party of the administrators' passkeys. */
  relyingParty: RelyingParty
  cookies: { session: HostCookie; ceremony: HostCookie; secure: boolean }
  /** `{base_url}` of the service; ends in `/v1/baas`. */
  baasUrl: string
  /** The organization settings next to it; ends in `/v1/org`. */
  orgUrl: string
  sandbox: SandboxInfo
}

export type BffEnv = {
  Bindings: { clientAddress: string }
  Variables: {
    requestId: string
    widgetOrigin: string
    /** The passkey was verified for this very request. */
    steppedUp?: boolean
    /** Milliseconds of deliberate delay, which are not counted as latency. */
    waitedMs?: number
  }
}
export type Exchange = Context<BffEnv>

/** A signed-in person, and their current organization. */
export type Session = {
  idHash: string
  admin: { id: string; name: string; role: Role }
  organization: Organization
  createdAt: Date
  expiresAt: Date
  absoluteExpiresAt: Date
}

/** A request of a signed-in person. */
export type Asking = {
  ctx: BffContext
  exchange: Exchange
  session: Session
  /** The person, for the audit log. */
  by: AuditBy
}

/** A parsed request with its route's input. */
export type Asked<Row = ParsedBy> = Asking & {
  [Part in keyof ParsedBy]-?: Row extends Record<Part, unknown> ? InputOf<Row>[Part] : unknown
}

/** The actor of an audit log entry. */
export type AuditBy = {
  organizationId: string
  /** Null without a signed-in person. */
  actor: { id: string; name: string } | null
  requestId: string
  /** Filled in by `auditActor`. */
  ipAddress?: string | null | undefined
}

/** An organization and the key that opens the service for it. The key never leaves the server. */
export type Organization = { id: string; name: string; apiKey: string }

/** One row of a route table; `path` in Hono's syntax. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** The schemas of what it parses, where it parses anything. */
  takes?: ParsedBy
  handle: (exchange: Exchange) => Promise<Response> | Response
}

export type BffOptions = {
  /** `service.fetch` when the service is embedded, `createRemoteFetch(…)` when it is hosted. */
  upstreamFetch: (request: Request) => Promise<Response>
  /** `{base_url}` of the service; ends in `/v1/baas`. */
  upstreamBaseUrl: string
  /** Any database with room for the `bff_` tables: `db.withTables<BffTables>()`. */
  db: BffDatabase
  /** The deployment's public address. Its host is the domain of the administrators' passkeys. */
  publicUrl: string
  /** The deployment's secret, 32 bytes: seals the organization's API key. */
  secretKey: Uint8Array
  /** The previous secret, until everything is sealed with the present one. */
  oldSecretKey?: Uint8Array | undefined
  clock: Clock
  log: Logger
  consoleDir: string
  /** The widget's built files, served under `/widget/v1/`. */
  widgetDir: string
  /** Reads a page that a person named, never one on this machine's network. Undefined disables it. */
  fetchTarget?: FetchTarget | undefined
  sandbox?: SandboxInfo
  /** The service is not ours to extend: the console then explains what is missing. */
  hostedUpstream: boolean
  /** The chain of a hosted service that has no `GET /config` to name it. */
  hostedChain?: { chainId: number; factory: string } | undefined
  /** The block explorer that the console links to, without a slash at the end. */
  explorerUrl?: string | undefined
  /** Sends invitations. Undefined means that they are shared as links only. */
  mailer?: Mailer | undefined
  /** OpenID Connect sign-in. Undefined means passkeys only. */
  identityProvider?: IdentityProviderOptions | undefined
  /** Creates an organization at the service, with a key that has every scope. Undefined disables it in the console. */
  createOrganization?: ((name: string) => Promise<Organization>) | undefined
  /** Ends an organization's keys, domains and webhooks, unless it has wallets. Undefined disables it in the console. */
  closeOrganization?: ((organizationId: string) => Promise<'closed' | 'has-wallets'>) | undefined
  /** Refuses to send content that is not of its row's schema. For sandboxes and tests. */
  checksAnswers?: boolean | undefined
  /** Called with each answer, for metrics; the route is `file` for the console's and the widget's files. */
  onAnswer?: (answer: Answered) => void
}
