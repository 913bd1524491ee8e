import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { SandboxInfo } from '#shared/org/console-api.ts'
import type { OpenStreams } from '#shared/live/open-streams.ts'
import type { BffDatabase } from './db/tables.ts'
import type { CookieNames } from './http/cookies.ts'
import type { RateLimiter } from './http/rate-limiter.ts'
import type { LiveHub } from './live/live-hub.ts'
import type { KeyVault } from './organizations/key-vault.ts'
import type { OutcomeFeed } from './upstream/outcomes/outcome-feed.ts'

/** What every operation of the BFF receives first. Wired once, by `createBff`. */
export type BffContext = {
  db: BffDatabase
  clock: Clock
  log: Logger
  settings: BffSettings
  vault: KeyVault
  limits: Limits
  upstreamFetch: UpstreamFetch
  live: LiveHub
  /** The open pages of administrators, each owned by the hash of its session. */
  streams: OpenStreams
  outcomes: OutcomeFeed
}

/** The only source of the present time. Tests move it. */
export type Clock = { now: () => Date }

export type UpstreamFetch = (request: Request) => Promise<Response>

export type BffSettings = {
  /** Where people reach this deployment, without a trailing slash. */
  publicUrl: string
  /** The one origin that may change anything in the console. */
  publicOrigin: string
  /** The administrators' passkeys belong to this domain. */
  rpId: string
  cookies: CookieNames
  /** `{base_url}` of the service; ends in `/v1/baas`. */
  baasUrl: string
  /** The organization settings beside it; ends in `/v1/org`. */
  orgUrl: string
  sandbox: SandboxInfo
  hostedUpstream: boolean
  /** The chain of a hosted service that has no `GET /config` to name it. */
  hostedChain: HostedChain | undefined
}

export type HostedChain = { chainId: number; factory: string }

export type Limits = {
  signIn: RateLimiter
  setup: RateLimiter
  secretGuess: RateLimiter
  widgetSession: RateLimiter
  verificationMail: RateLimiter
  cspReport: RateLimiter
}

export type BffEnv = {
  Bindings: { clientAddress: string }
  Variables: {
    requestId: string
    widgetOrigin: string
    /** How long the answer was held back on purpose; it counts as no slowness. */
    waitedMs?: number
  }
}
/** One request at hand. */
export type Exchange = Context<BffEnv>

/** One row of a route table; `path` in Hono's syntax. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  handle: (exchange: Exchange) => Promise<Response> | Response
}
