import { createHash } from 'node:crypto'
import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
  type Configuration,
} from 'openid-client'
import { discoverProvider, IdentityProviderError, type IdentityProviderOptions } from './discover-provider.ts'
import { explainAnswer, OTHER_TIME } from './explain-answer.ts'
import { rememberDiscovery } from './remember-discovery.ts'

/**
 * The account that signed in at the provider. `label` is its email address or name there, used only for display.
 */
export type Identity = { issuer: string; subject: string; label: string }

export type IdentityProvider = {
  /** Host of the provider, which people recognize. */
  name: string
  issuer: string
  /**
   * URL where the browser signs in. The PKCE challenge, the state and the nonce derive from `secret`, which the browser
   * never gets.
   *
   * @throws IdentityProviderError
   */
  signInUrl: (secret: string) => Promise<string>
  /**
   * Returns the identity in the provider's redirect. `query` is the redirect's query, and `secret` is the secret that
   * started the sign-in.
   *
   * @throws IdentityProviderError if the provider does not accept this server; an Error if anything does not match
   */
  identify: (secret: string, query: string) => Promise<Identity>
}

type Grant = Awaited<ReturnType<typeof authorizationCodeGrant>>

/**
 * Sign-in with the organization's own provider (OpenID Connect, authorization code with PKCE). The provider
 * redirects browsers to a page of the console. Its endpoints are discovered on first use, and again after an hour or
 * after a sign-in that failed for any reason but a refusal, because the provider may have changed them. Source:
 * profile 13.
 */
export function createIdentityProvider(
  options: IdentityProviderOptions,
  publicUrl: string,
): IdentityProvider {
  // Links are stored under the issuer. The canonical form stays the same if a slash is added after the host.
  const issuer = new URL(options.issuer).href
  const redirectUrl = new URL('/sign-in/provider', publicUrl).href
  const discovery = rememberDiscovery(() => discoverProvider(options))
  const configurations = async () => (await discovery.read())()
  return {
    name: new URL(issuer).host,
    issuer,
    signInUrl: async (secret) => {
      const [configuration] = await configurations()
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUrl,
        scope: 'openid email profile',
        code_challenge: await calculatePKCECodeChallenge(secret),
        code_challenge_method: 'S256',
        state: derived(secret, 'state'),
        nonce: derived(secret, 'nonce'),
      })
      return url.href
    },
    identify: async (secret, query) => {
      if (new URLSearchParams(query).get('state') !== derived(secret, 'state'))
        throw new Error('the state is that of another sign-in')
      const tokens = await firstAccepted(await configurations(), (configuration) =>
        authorizationCodeGrant(configuration, new URL(`${redirectUrl}?${query}`), {
          pkceCodeVerifier: secret,
          expectedState: derived(secret, 'state'),
          expectedNonce: derived(secret, 'nonce'),
          idTokenExpected: true,
        }),
      ).catch((error: unknown) => {
        if (!isRefusal(error)) discovery.forget()
        throw explainAnswer(error) ?? explainRefusal(error)
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new Error('the provider sent no ID token')
      requireClaims(claims, Date.now() / 1_000)
      const label = [claims['email'], claims['name'], claims.sub].find((claim) => typeof claim === 'string')
      return { issuer, subject: claims.sub, label: String(label).slice(0, 255) }
    },
  }
}

/**
 * Requests tokens with each authentication method in turn, until the provider accepts one. A provider
 * authenticates the client before it looks at the code, so a refusal leaves the code valid (RFC 6749 5.2,
 * `invalid_client`).
 *
 * @throws IdentityProviderError if the provider refuses each method; any other error of `ask`
 */
async function firstAccepted(
  configurations: readonly Configuration[],
  ask: (configuration: Configuration) => Promise<Grant>,
): Promise<Grant> {
  let refusal: unknown
  for (const configuration of configurations) {
    try {
      return await ask(configuration)
    } catch (error) {
      if (!isClientRefused(error)) throw error
      refusal = error
    }
  }
  throw new IdentityProviderError('does not accept OIDC_CLIENT_ID with OIDC_CLIENT_SECRET', {
    cause: refusal,
  })
}

const UNAUTHORIZED = 401

/** Source: RFC 6749 5.2. If the client authenticated by a header, a provider sends a challenge and no body. */
function isClientRefused(error: unknown): boolean {
  if (error instanceof WWWAuthenticateChallengeError) return error.status === UNAUTHORIZED
  return error instanceof ResponseBodyError && error.error === 'invalid_client'
}

/** Error codes of a refusal after which the provider's endpoints and keys are as they were. Source: RFC 6749 4.1.2.1 and 5.2. */
const REFUSALS: ReadonlySet<string> = new Set(['access_denied', 'invalid_grant', 'invalid_client'])

/** Whether the provider refused this person, code or client by its protocol. */
function isRefusal(error: unknown): boolean {
  const isProtocol = error instanceof AuthorizationResponseError || error instanceof ResponseBodyError
  return isProtocol && REFUSALS.has(error.error)
}

/** Format of the error codes of OAuth and OpenID Connect. Other texts are not displayed. */
const ERROR_CODE = /^[a-z_]{1,40}$/

const NOT_ALLOWED =
  'does not let this client sign people in: allow it the authorization code flow, with its secret'
/**
 * Refusals of tokens that only the client's settings at the provider can mend. Any other may pass, or is due to an old
 * redirect. Source: RFC 6749 5.2.
 */
const TOKEN_REFUSALS: ReadonlyMap<string, string> = new Map([
  ['unauthorized_client', NOT_ALLOWED],
  ['unsupported_grant_type', NOT_ALLOWED],
  ['invalid_scope', 'refuses the scopes openid, email and profile: allow them for this client'],
])

/** The error for a sign-in that the provider refused, for example because the person may not use this client. */
function explainRefusal(error: unknown): unknown {
  if (error instanceof ResponseBodyError) {
    const todo = TOKEN_REFUSALS.get(error.error)
    return todo === undefined
      ? error
      : new IdentityProviderError(`${todo} (${error.error})`, { cause: error })
  }
  if (!(error instanceof AuthorizationResponseError)) return error
  const code = ERROR_CODE.test(error.error) ? ` (${error.error})` : ''
  const said = [error.error, error.error_description].filter((text) => text !== undefined).join(': ')
  return new IdentityProviderError(`refused the sign-in${code}`, { cause: new Error(said, { cause: error }) })
}

/** Valid `sub`, at most 255 ASCII characters. Source: OpenID Connect Core 1.0, section 2. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/
/** Tolerated clock difference between the provider and this server, in seconds. */
const LEEWAY_SECONDS = 60

/** @throws Error for a subject that cannot be stored or compared, and for a token issued in the future */
export function requireClaims({ sub, iat }: { sub: string; iat: number }, nowSeconds: number): void {
  if (!SUBJECT.test(sub)) throw new Error('the subject must have 1 to 255 printable ASCII characters')
  if (iat > nowSeconds + LEEWAY_SECONDS)
    throw new IdentityProviderError(OTHER_TIME, { cause: new Error('the ID token was issued in the future') })
}

function derived(secret: string, use: 'state' | 'nonce'): string {
  return createHash('sha256').update(`${use} ${secret}`, 'utf8').digest('base64url')
}
