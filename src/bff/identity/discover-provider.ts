import {
  allowInsecureRequests,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ClientAuth,
} from 'openid-client'
import { readLeniently } from './read-leniently.ts'

const TIMEOUT_SECONDS = 10

export type IdentityProviderOptions = { issuer: string; clientId: string; clientSecret: string }

/** The provider cannot be used. The message completes “The identity provider …” and says what to do if known. */
export class IdentityProviderError extends Error {
  override name = 'IdentityProviderError'
}

/**
 * Ways to authenticate with a client secret, in the order in which they are tried. Source: OpenID Connect Core
 * 1.0, section 9.
 */
const METHODS: readonly [name: string, authenticate: (secret: string) => ClientAuth][] = [
  ['client_secret_basic', ClientSecretBasic],
  ['client_secret_post', ClientSecretPost],
  ['client_secret_basic', authenticatePlainly],
]

/**
 * Sends the credentials of `client_secret_basic` without the encoding of RFC 6749 2.3.1, which some providers do not
 * decode (panva/openid-client 134).
 */
function authenticatePlainly(secret: string): ClientAuth {
  return (_server, client, _body, headers) => {
    const credentials = Buffer.from(`${client.client_id}:${secret}`, 'utf8').toString('base64')
    headers.set('authorization', `Basic ${credentials}`)
  }
}

/** Whether the encoding of RFC 6749 2.3.1 changes a text. */
function isEncoded(text: string): boolean {
  return new URLSearchParams({ text }).toString() !== `text=${text}`
}

/**
 * Makes one configuration per client authentication method, because a provider does not publish which method a client
 * is registered for. A configuration keeps the provider's signing keys. Each sign-in therefore needs new
 * configurations, because the provider may have just rotated its keys.
 */
export type Configure = () => readonly [Configuration, ...Configuration[]]

/**
 * Reads the provider's endpoints and its client authentication methods. A provider without a list supports
 * `client_secret_basic` (OpenID Connect Discovery 1.0, section 3).
 *
 * @throws IdentityProviderError
 */
export async function discoverProvider({
  issuer,
  clientId,
  clientSecret,
}: IdentityProviderOptions): Promise<Configure> {
  const url = new URL(issuer)
  // Also verifies signatures of ID tokens, although the tokens come directly from the provider.
  const execute = [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])]
  const found = await discovery(url, clientId, clientSecret, undefined, {
    execute,
    timeout: TIMEOUT_SECONDS,
    [customFetch]: readLeniently,
  }).catch((cause: unknown) => {
    throw new IdentityProviderError(explainDiscovery(cause), { cause })
  })
  const metadata = found.serverMetadata()
  const needed = [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri]
  if (needed.includes(undefined))
    throw new IdentityProviderError('has an OpenID configuration that is not valid')
  // Refuses Microsoft's URLs for all tenants, which the library accepts, because their tokens name a different issuer
  // for each tenant.
  if (!URL.canParse(metadata.issuer) || new URL(metadata.issuer).href !== url.href)
    throw new IdentityProviderError(
      'serves many tenants at OIDC_ISSUER: name yours, as in https://login.microsoftonline.com/<tenant id>/v2.0',
    )
  const named = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const configure = ([, authenticate]: (typeof METHODS)[number]): Configuration => {
    const configuration = new Configuration(metadata, clientId, clientSecret, authenticate(clientSecret))
    configuration.timeout = TIMEOUT_SECONDS
    configuration[customFetch] = readLeniently
    for (const apply of execute) apply(configuration)
    return configuration
  }
  const areEncoded = isEncoded(clientId) || isEncoded(clientSecret)
  const [first, ...others] = METHODS.filter(
    ([name, authenticate]) => named.includes(name) && (authenticate !== authenticatePlainly || areEncoded),
  )
  if (first === undefined)
    throw new IdentityProviderError(
      'accepts no client secret: allow client_secret_basic or client_secret_post for this client',
    )
  return () => [configure(first), ...others.map(configure)]
}

/** Messages for failed discovery, by the error code of openid-client. Any other code means a network failure. */
const DISCOVERY_FAULTS: Readonly<Record<string, string>> = {
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
    'names another issuer than OIDC_ISSUER: copy “issuer” from its /.well-known/openid-configuration',
  OAUTH_RESPONSE_IS_NOT_CONFORM:
    'has no OpenID configuration at OIDC_ISSUER: copy the issuer from its documentation',
  OAUTH_RESPONSE_IS_NOT_JSON: 'has no OpenID configuration at OIDC_ISSUER: its response is not JSON',
  OAUTH_INVALID_RESPONSE: 'has an OpenID configuration that is not valid',
  OAUTH_PARSE_ERROR: 'has an OpenID configuration that is not valid JSON',
}

function explainDiscovery(error: unknown): string {
  const code = error instanceof ClientError ? (error.code ?? '') : ''
  return DISCOVERY_FAULTS[code] ?? 'could not be reached'
}
