import { loggableError } from '#server-kit/http/error-reply.ts'
import { createIdempotency } from '#server-kit/idempotency/run-once.ts'
import { hostCookie } from '#server-kit/sessions/host-cookie.ts'
import type { BffContext } from './context.ts'
import { createLimits } from './http/rate-limiter.ts'
import { createIdentityProvider } from './identity/identity-provider.ts'
import { createLiveHub } from './live/live-hub.ts'
import { createSessionStreams } from './live/session-streams.ts'
import type { BffOptions } from './options.ts'
import { createKeyVault } from './organizations/key-vault.ts'
import { answerStore } from './sessions/answer-once.ts'
import { createLackingEndpoints } from './upstream/lacking-endpoints.ts'

/** Builds the context from the options. @throws Error for an invalid `secretKey` or `upstreamBaseUrl` */
export function createContext(options: BffOptions): BffContext {
  const { secretKey, oldSecretKey, identityProvider, onAnswer: _, ...parts } = options
  const log = options.log.child({}, { serializers: { err: loggableError } })
  const answers = { ...answerStore(options), log, secret: secretKey, isFreeOnceRefused: true }
  const ctx: BffContext = {
    ...parts,
    log,
    identityProvider: identityProvider && createIdentityProvider(identityProvider, options.publicUrl),
    settings: readSettings(options),
    vault: createKeyVault(secretKey, oldSecretKey),
    runOnce: createIdempotency(answers),
    limits: createLimits(options.clock),
    lacking: createLackingEndpoints(options.clock, options.hostedUpstream),
    webhookRefusals: new Map(),
    exports: new Set(),
    live: createLiveHub(() => ctx),
    streams: createSessionStreams({ ...parts, log }),
  }
  return ctx
}

function readSettings(options: BffOptions): BffContext['settings'] {
  const { hostedUpstream, hostedChain, explorerUrl, sandbox = null } = options
  const publicUrl = new URL(options.publicUrl)
  const secure = publicUrl.protocol === 'https:'
  const baasUrl = options.upstreamBaseUrl.replace(/\/$/, '')
  if (!baasUrl.endsWith('/baas')) throw new Error('upstreamBaseUrl must end in /baas')
  return {
    publicUrl: publicUrl.origin,
    publicHost: publicUrl.host,
    relyingParty: { origin: publicUrl.origin, rpId: publicUrl.hostname },
    cookies: {
      session: hostCookie('latchkey', secure),
      ceremony: hostCookie('latchkey-ceremony', secure),
      secure,
    },
    baasUrl,
    orgUrl: baasUrl.replace(/\/baas$/, '/org'),
    sandbox,
    hostedUpstream,
    hostedChain,
    explorerUrl,
  }
}
