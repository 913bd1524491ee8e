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
  OAUTH_UNSUPPORTED_OPERATION: 'sent a token response of a kind that Latchkey does not support',
}

/** Messages for a redirect that does not prove that it comes from this provider. Source: RFC 9207. */
const OTHER_REDIRECT =
  'redirected with an “iss” that differs from the issuer in its OpenID configuration: check OIDC_ISSUER and any proxy in between'
const NAMELESS_REDIRECT =
  'redirected without “iss”, which its OpenID configuration promises: update the provider, or check for a proxy that changes its redirects'

const OTHER_ALGORITHM = 'signed an ID token with an algorithm that its OpenID configuration does not list'
/** Message for HS256, for example, which providers use if no signing key is chosen (element-hq/synapse 18476). */
const UNSUPPORTED_ALGORITHM =
  'signed an ID token with an algorithm that Latchkey does not support: choose a signing key for RS256 or ES256'
const ENCRYPTED =
  'encrypted the ID token, which Latchkey does not support: remove the encryption key of this client'
const OTHER_SUBJECT =
  'sent an ID token whose “sub” is not text, which OpenID Connect requires: change what it is mapped to'

/**
 * openid-client stores the claim in the cause of the error's cause. For a token with an unexpected algorithm, it stores
 * the token's header there.
 */
const claimSchema = z.object({ cause: z.object({ cause: z.object({ claim: z.string() }) }) })
/**
 * If a claim is missing or has another type, openid-client stores the token's claims in the cause of the error's cause.
 */
const claimsSchema = z.object({
  code: z.literal('OAUTH_INVALID_RESPONSE'),
  cause: z.object({ cause: z.object({ claims: z.record(z.string(), z.unknown()) }) }),
})
const otherAlgorithmSchema = z.object({
  code: z.literal('OAUTH_INVALID_RESPONSE'),
  cause: z.object({ cause: z.object({ header: z.object({ alg: z.string() }) }) }),
})

/**
 * For an operation that it does not support, openid-client stores the encrypted token, or the algorithm, in the cause of
 * the error's cause.
 */
const encryptedSchema = z.object({
  code: z.literal('OAUTH_UNSUPPORTED_OPERATION'),
  cause: z.object({ cause: z.string() }),
})
const unsupportedAlgorithmSchema = z.object({
  code: z.literal('OAUTH_UNSUPPORTED_OPERATION'),
  cause: z.object({ cause: z.object({ alg: z.string() }) }),
})

/**
 * For a redirect that it does not accept, openid-client stores the redirect's parameters in the cause of the error's
 * cause.
 */
const redirectSchema = z.object({
  code: z.literal('OAUTH_INVALID_RESPONSE'),
  cause: z.object({ cause: z.object({ parameters: z.instanceof(URLSearchParams) }) }),
})

/** Messages for a token that cannot be used, by the form of the library's error. */
const UNFIT_TOKENS: readonly (readonly [schema: z.ZodMiniType, message: string])[] = [
  [otherAlgorithmSchema, OTHER_ALGORITHM],
  [encryptedSchema, ENCRYPTED],
  [unsupportedAlgorithmSchema, UNSUPPORTED_ALGORITHM],
]

/**
 * Explains a response of the provider that a retry rarely changes. Undefined for every other error. Compare the state
 * of the redirect before, so that nobody but the provider can cause these errors.
 */
export function explainAnswer(error: unknown): IdentityProviderError | undefined {
  if (!(error instanceof ClientError)) return undefined
  const fault = ANSWER_FAULTS[error.code ?? '']
  if (fault === undefined) return undefined
  const unfit = UNFIT_TOKENS.find(([schema]) => schema.safeParse(error).success)
  if (unfit !== undefined) return new IdentityProviderError(unfit[1], { cause: error })
  const redirect = redirectSchema.safeParse(error).data?.cause.cause.parameters
  if (redirect !== undefined)
    return new IdentityProviderError(redirect.has('iss') ? OTHER_REDIRECT : NAMELESS_REDIRECT, {
      cause: error,
    })
  const { sub } = readClaims(error) ?? {}
  if (sub !== undefined && typeof sub !== 'string')
    return new IdentityProviderError(OTHER_SUBJECT, { cause: error })
  const missing = findMissingClaim(error)
  if (missing === 'nonce') return new IdentityProviderError(OTHER_NONCE, { cause: error })
  if (missing !== undefined)
    return new IdentityProviderError(`sent an ID token without “${missing}”`, { cause: error })
  const claim = claimSchema.safeParse(error).data?.cause.cause.claim ?? ''
  return new IdentityProviderError(CLAIM_FAULTS[claim] ?? fault, { cause: error })
}

/** Returns the claims of a token that lacks one, or in which one has another type. */
function readClaims(error: ClientError): Record<string, unknown> | undefined {
  return claimsSchema.safeParse(error).data?.cause.cause.claims
}

function findMissingClaim(error: ClientError): (typeof REQUIRED_CLAIMS)[number] | undefined {
  const claims = readClaims(error)
  return claims && REQUIRED_CLAIMS.find((name) => claims[name] === undefined)
}
