import { createHash } from 'node:crypto'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  type Configuration,
} from 'openid-client'

const TIMEOUT_SECONDS = 10

export type IdentityProviderOptions = { issuer: string; clientId: string; clientSecret: string }

/** The account that signed in at the provider. `label`: their email address there, or their name; never relied on. */
export type Identity = { issuer: string; subject: string; label: string }

export type IdentityProvider = ReturnType<typeof createIdentityProvider>

/**
 * The organization's own sign-in (OpenID Connect, authorization code with PKCE). It sends browsers back to a page of the
 * console. The provider's endpoints are read from it on first use. Source: profile 13.
 */
export function createIdentityProvider(options: IdentityProviderOptions, publicUrl: string) {
  const { issuer } = options
  const redirectUrl = new URL('/sign-in/provider', publicUrl).href
  let known: Promise<Configuration> | undefined
  const configuration = () => {
    known ??= discover(options).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
  return {
    /** Its host, by which people know it. */
    name: new URL(issuer).host,
    issuer,
    /**
     * The URL at which the browser signs in. `secret` is kept here and never leaves the server: all checks derive
     * from it.
     */
    signInUrl: async (secret: string) => {
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUrl,
        scope: 'openid email profile',
        code_challenge: await calculatePKCECodeChallenge(secret),
        code_challenge_method: 'S256',
        state: derived(secret, 'state'),
        nonce: derived(secret, 'nonce'),
      })
      return url.href
    },
    /**
     * The identity that returned with this query, for a sign-in that began with this secret. @throws when anything
     * does not match
     */
    identify: async (secret: string, query: string): Promise<Identity> => {
      const tokens = await authorizationCodeGrant(await configuration(), new URL(`${redirectUrl}?${query}`), {
        pkceCodeVerifier: secret,
        expectedState: derived(secret, 'state'),
        expectedNonce: derived(secret, 'nonce'),
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new Error('the provider sent no ID token')
      requireClaims(claims, Date.now() / 1_000)
      const label = [claims['email'], claims['name'], claims.sub].find((claim) => typeof claim === 'string')
      return { issuer, subject: claims.sub, label: String(label).slice(0, 255) }
    },
  }
}

/** Longest `sub`. Source: OpenID Connect Core 1.0, section 2: at most 255 ASCII characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/
/** Tolerated difference between the clocks of the provider and of this server, in seconds. */
const LEEWAY_SECONDS = 60

/** @throws for a subject that cannot be stored or compared, and for a token of the future */
export function requireClaims({ sub, iat }: { sub: string; iat: number }, nowSeconds: number): void {
  if (!SUBJECT.test(sub)) throw new Error('the subject must have 1 to 255 printable ASCII characters')
  if (iat > nowSeconds + LEEWAY_SECONDS) throw new Error('the ID token was issued in the future')
}

/** Plain http is for a provider on this machine; the settings refuse it elsewhere. */
async function discover({ issuer, clientId, clientSecret }: IdentityProviderOptions): Promise<Configuration> {
  const url = new URL(issuer)
  // Signatures of ID tokens are verified too, although they come straight from the provider.
  const execute = [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])]
  return discovery(url, clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_SECONDS })
}

function derived(secret: string, use: 'state' | 'nonce'): string {
  return createHash('sha256').update(`${use} ${secret}`, 'utf8').digest('base64url')
}
