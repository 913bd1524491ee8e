import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { SandboxInfo } from '#shared/org/console-api.ts'
import type { BffDatabase } from './db/tables.ts'
import type { CookieNames } from './http/cookies.ts'
import type { RateLimiter } from './http/rate-limiter.ts'
import type { KeyVault } from './organizations/key-vault.ts'

/** What every operation of the BFF receives first. Wired once, by `createBff`. */
export type BffContext = {
  db: BffDatabase
  clock: Clock
  log: Logger
  settings: BffSettings
  vault: KeyVault
  limits: Limits
  upstreamFetch: UpstreamFetch
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
}

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
  Variables: { requestId: string; widgetOrigin: string }
}
/** One request at hand. */
export type Exchange = Context<BffEnv>

/** One row of a route table; `path` in Hono's syntax. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  handle: (exchange: Exchange) => Promise<Response> | Response
}
