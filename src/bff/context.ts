import type { Context } from 'hono'
import type { Role } from '#protocol/roles.ts'
import type { InputOf, ParsedBy } from '#server-kit/http/parse-input.ts'
import type {
  HasDatabase,
  HasClock,
  HasLog,
  HasKeyVault,
  HasLimits,
  HasRunOnce,
  HasLive,
  HasStreams,
  HasMailer,
  HasIdentityProvider,
  HasFetchTarget,
  HasWidgetFiles,
  HasExports,
  HasWebhookRefusals,
  ChecksAnswers,
  CreatesOrganizations,
  ClosesOrganizations,
  HasPublicUrl,
  HasCookies,
  HasRelyingParty,
  HasSandbox,
  HasExplorer,
  HasHostedChain,
  CallsService,
} from './context-parts.ts'
import type { Organization } from './ports.ts'

/** Everything that the operations use. `createBff` creates it once. */
export type BffContext = HasDatabase &
  HasClock &
  HasLog &
  HasKeyVault &
  HasLimits &
  HasRunOnce &
  HasLive &
  HasStreams &
  HasMailer &
  HasIdentityProvider &
  HasFetchTarget &
  HasWidgetFiles &
  HasExports &
  HasWebhookRefusals &
  ChecksAnswers &
  CreatesOrganizations &
  ClosesOrganizations &
  HasPublicUrl &
  HasCookies &
  HasRelyingParty &
  HasSandbox &
  HasExplorer &
  HasHostedChain &
  CallsService

export type BffEnv = {
  Bindings: { clientAddress: string }
  Variables: {
    requestId: string
    widgetOrigin: string
    /** True if the passkey was verified for this exact request. */
    steppedUp?: boolean
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

/** A request from a signed-in person. `Ctx`: the parts of the context that its operation uses. */
export type Asking<Ctx = object> = {
  ctx: Ctx
  exchange: Exchange
  session: Session
  /** The person recorded in the audit log. */
  by: AuditBy
}

/** A request with the parsed input of its route. */
export type Asked<Row = ParsedBy, Ctx = object> = Asking<Ctx> & {
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

/** A route. `path` uses Hono's syntax. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Schemas of the parsed input. Undefined if the route parses nothing. */
  takes?: ParsedBy
  handle: (exchange: Exchange) => Promise<Response> | Response
}
