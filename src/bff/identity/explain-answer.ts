import { ClientError } from 'openid-client'
import * as z from 'zod/mini'
import { IdentityProviderError } from './discover-provider.ts'

/** Message for an ID token that is expired or not yet valid by the clock of this server. */
export const OTHER_TIME =
  'sent an ID token that is expired or not yet valid: compare the clocks of the provider and of this server'

/**
 * Message for an ID token that belongs to another sign-in, or whose provider does not return the nonce of the
 * request.
 */
const OTHER_NONCE =
  'sent an ID token without the “nonce” of this sign-in, which OpenID Connect requires: update the provider, or check for a proxy that changes its tokens'

/** Claims that every ID token of a sign-in needs. Source: OpenID Connect Core 1.0, sections 2 and 3.1.3.7. */
const REQUIRED_CLAIMS = ['nonce', 'iss', 'sub', 'aud', 'exp', 'iat'] as const

/** Messages that say which values to compare, by the claim of the ID token that does not match. */
const CLAIM_FAULTS: Readonly<Record<string, string>> = {
  iss: 'sent an ID token from an unexpected issuer: compare its “iss” with OIDC_ISSUER',
  aud: 'sent an ID token with an unexpected audience, or with several audiences and no “azp”: compare its “aud” with OIDC_CLIENT_ID',
  azp: 'sent an ID token with an unexpected authorized party: compare its “azp” with OIDC_CLIENT_ID',
  nonce: OTHER_NONCE,
  iat: OTHER_TIME,
  exp: OTHER_TIME,
  nbf: OTHER_TIME,
}

/**
 * Faults of the provider's response, by the error code of openid-client. With any other code, a retry may succeed.
 */
const ANSWER_FAULTS: Readonly<Record<string, string>> = {
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'sent an ID token with an unexpected value',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: OTHER_TIME,
  OAUTH_INVALID_RESPONSE:
    'sent no valid ID token: check that it is an OpenID provider and allows the client the scope openid',
  OAUTH_KEY_SELECTION_FAILED:
    'signed an ID token with a key that cannot be identified: its jwks_uri must publish that key, and several keys each need a “kid”. If the provider has just rotated its keys, try again in a minute',
  OAUTH_PARSE_ERROR: 'sent a token response that is not valid JSON',
  OAUTH_RESPONSE_IS_NOT_JSON: 'sent a token response whose content type is not JSON',
}

/** Messages for a redirect that does not prove that it comes from this provider. Source: RFC 9207. */
const OTHER_REDIRECT =
  'redirected with an “iss” that differs from the issuer in its OpenID configuration: check OIDC_ISSUER and any proxy in between'
const NAMELESS_REDIRECT =
  'redirected without “iss”, which its OpenID configuration promises: update the provider, or check for a proxy that changes its redirects'

const OTHER_ALGORITHM = 'signed an ID token with an algorithm that its OpenID configuration does not list'

/** The library puts the claim two causes deep. For a token with an unexpected algorithm, it puts the header there. */
const claimSchema = z.object({ cause: z.object({ cause: z.object({ claim: z.string() }) }) })
/** If a claim is missing, the library puts the claims of the token two causes deep. */
const claimsSchema = z.object({
  code: z.literal('OAUTH_INVALID_RESPONSE'),
  cause: z.object({ cause: z.object({ claims: z.record(z.string(), z.unknown()) }) }),
})
const otherAlgorithmSchema = z.object({
  code: z.literal('OAUTH_INVALID_RESPONSE'),
  cause: z.object({ cause: z.object({ header: z.object({ alg: z.string() }) }) }),
})

/** For a redirect that it does not accept, the library puts the redirect's parameters two causes deep. */
const redirectSchema = z.object({
  code: z.literal('OAUTH_INVALID_RESPONSE'),
  cause: z.object({ cause: z.object({ parameters: z.instanceof(URLSearchParams) }) }),
})

/**
 * Explains a response of the provider that a retry rarely changes. Undefined for every other error. Compare the state
 * of the redirect before, so that nobody but the provider can cause these errors.
 */
export function explainAnswer(error: unknown): IdentityProviderError | undefined {
  if (!(error instanceof ClientError)) return undefined
  const fault = ANSWER_FAULTS[error.code ?? '']
  if (fault === undefined) return undefined
  if (otherAlgorithmSchema.safeParse(error).success)
    return new IdentityProviderError(OTHER_ALGORITHM, { cause: error })
  const redirect = redirectSchema.safeParse(error).data?.cause.cause.parameters
  if (redirect !== undefined)
    return new IdentityProviderError(redirect.has('iss') ? OTHER_REDIRECT : NAMELESS_REDIRECT, {
      cause: error,
    })
  const missing = findMissingClaim(error)
  if (missing === 'nonce') return new IdentityProviderError(OTHER_NONCE, { cause: error })
  if (missing !== undefined)
    return new IdentityProviderError(`sent an ID token without “${missing}”`, { cause: error })
  const claim = claimSchema.safeParse(error).data?.cause.cause.claim ?? ''
  return new IdentityProviderError(CLAIM_FAULTS[claim] ?? fault, { cause: error })
}

function findMissingClaim(error: ClientError): (typeof REQUIRED_CLAIMS)[number] | undefined {
  const claims = claimsSchema.safeParse(error).data?.cause.cause.claims
  return claims && REQUIRED_CLAIMS.find((name) => claims[name] === undefined)
}
