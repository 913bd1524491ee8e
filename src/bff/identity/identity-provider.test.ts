import { afterEach, expect, test, vi } from 'vitest'
import { signInAtProvider, startProvider } from '#bff/testing/identity-provider.ts'
import { loggableError } from '#server-kit/http/error-reply.ts'
import { createIdentityProvider } from './identity-provider.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const PUBLIC_URL = 'https://wallets.example'
const CALLBACK = `${PUBLIC_URL}/sign-in/provider`
const CLIENT = { clientId: 'latchkey', clientSecret: 'a secret: with %, + and &' }
const SECRET = 'a'.repeat(43)
const BASIC = 'client_secret_basic'
const POST = 'client_secret_post'

type Behaviour = Omit<Parameters<typeof startProvider>[0], 'client' | 'callback'>

async function withProvider<Result>(
  behaviour: Behaviour,
  run: (
    sign: () => Promise<string>,
    used: readonly string[],
    provider: { rotateKeys: () => void },
  ) => Promise<Result>,
): Promise<Result> {
  const provider = await startProvider({ client: CLIENT, callback: CALLBACK, ...behaviour })
  const identity = createIdentityProvider({ issuer: provider.issuer, ...CLIENT }, PUBLIC_URL)
  const sign = async () => {
    const query = await signInAtProvider(await identity.signInUrl(SECRET), 'ada', CALLBACK)
    return (await identity.identify(SECRET, query)).subject
  }
  try {
    return await run(sign, provider.used, provider)
  } finally {
    await provider.close()
  }
}

/**
 * `token_endpoint_auth_methods_supported` as each provider documents it, and the method of the registered client.
 */
test.each<[string, readonly string[] | null, typeof BASIC | typeof POST, string[]]>([
  ['Okta', [BASIC, POST, 'client_secret_jwt', 'private_key_jwt', 'none'], BASIC, [BASIC]],
  [
    'Okta, with the secret in the body',
    [BASIC, POST, 'client_secret_jwt', 'private_key_jwt'],
    POST,
    [BASIC, POST],
  ],
  ['Entra ID', [POST, 'private_key_jwt', BASIC, 'self_signed_tls_client_auth'], POST, [BASIC, POST]],
  ['Google', [POST, BASIC], BASIC, [BASIC]],
  ['Keycloak', ['private_key_jwt', BASIC, POST, 'tls_client_auth', 'client_secret_jwt'], BASIC, [BASIC]],
  ['Auth0', [BASIC, POST, 'private_key_jwt', 'none'], POST, [BASIC, POST]],
  ['Authelia', [BASIC, POST, 'client_secret_jwt', 'private_key_jwt', 'none'], BASIC, [BASIC]],
  ['Zitadel', ['none', BASIC, POST, 'private_key_jwt'], BASIC, [BASIC]],
  ['Hydra', [POST, BASIC, 'private_key_jwt', 'none'], BASIC, [BASIC]],
  ['one that names the body alone', [POST], POST, [POST]],
  ['one that names nothing', null, BASIC, [BASIC]],
])('behavior: signs in at %s', async (_, methods, accepts, ways) => {
  const published = { token_endpoint_auth_methods_supported: methods }
  await withProvider({ published, accepts }, async (sign, used) => {
    expect(await sign()).toBe('ada')
    expect(used).toEqual(ways)
  })
})

test('behavior: signs in at a provider that does not decode the secret (panva/openid-client 134)', async () => {
  const published = { token_endpoint_auth_methods_supported: [BASIC] }
  await withProvider({ published, isPlain: true }, async (sign, used) => {
    expect(await sign()).toBe('ada')
    expect(used).toEqual([BASIC, BASIC])
  })
})

test.each<[string, Record<string, unknown>, RegExp]>([
  ['names another issuer', { issuer: 'https://elsewhere.example' }, /names another issuer than OIDC_ISSUER/],
  ['has no endpoint for tokens', { token_endpoint: null }, /not valid/],
  ['has no address of its keys (cloudfoundry/uaa 501)', { jwks_uri: null }, /not valid/],
  [
    'names its algorithms in other words (cloudfoundry/uaa 501)',
    { id_token_signing_alg_values_supported: ['SHA256withRSA'] },
    /algorithm that its OpenID configuration does not list/,
  ],
  [
    'takes no secret',
    { token_endpoint_auth_methods_supported: ['private_key_jwt'] },
    /accepts no client secret/,
  ],
])('error: a provider that %s → says so', async (_, published, sentence) => {
  await withProvider({ published }, async (sign) => {
    await expect(sign()).rejects.toThrow(sentence)
  })
})

test('error: a provider that refuses the secret → names the settings and logs the provider’s error', async () => {
  const published = { token_endpoint_auth_methods_supported: [POST] }
  await withProvider({ published, accepts: BASIC }, async (sign) => {
    const error: unknown = await sign().catch((cause: unknown) => cause)
    expect(error).toMatchObject({ message: expect.stringContaining('OIDC_CLIENT_SECRET') })
    const logged = JSON.stringify(loggableError(error))
    expect(logged).toContain('"error":"invalid_client"')
    expect(logged).toContain('not registered for client_secret_post')
    expect(logged).not.toContain(CLIENT.clientSecret)
  })
})

/**
 * Claims that differ from the specification. They do not affect sign-in, because a linked account is recognized by
 * its issuer and subject alone.
 */
test.each<[string, Record<string, unknown>]>([
  ['Cognito, with email_verified as text (zitadel/oidc 137)', { email_verified: 'true' }],
  ['Entra ID, without email_verified (kotauth 136)', { email_verified: undefined }],
])('behavior: signs in with the claims of %s', async (_, claims) => {
  await withProvider({ claims }, async (sign) => {
    expect(await sign()).toBe('ada')
  })
})

test.each<[string, Pick<Behaviour, 'tokens' | 'sends'>]>([
  [
    'null for every optional member',
    { tokens: { refresh_token: null, scope: null, expires_in: null, session_state: null } },
  ],
  ['an empty refresh token (tailscale 16073)', { tokens: { refresh_token: '' } }],
  ['an access token that has expired (panva/oauth4webapi 182)', { tokens: { expires_in: 0 } }],
  ['a lifetime as text (panva/oauth4webapi 71)', { tokens: { expires_in: '3599' } }],
  ['201 (a framework’s default for POST)', { sends: { status: 201 } }],
  ['JSON as text/html', { sends: { contentType: 'text/html; charset=utf-8' } }],
])('behavior: signs in at a provider whose response with tokens has %s', async (_, behaviour) => {
  await withProvider(behaviour, async (sign) => {
    expect(await sign()).toBe('ada')
  })
})

test('behavior: signs in right after the provider has rotated its signing keys', async () => {
  await withProvider({}, async (sign, _, provider) => {
    await sign()
    provider.rotateKeys()
    expect(await sign()).toBe('ada')
  })
})

test.each([
  ['access_denied', /refused the sign-in \(access_denied\)$/],
  ['<b>denied</b>', /refused the sign-in$/],
])('error: a provider that sends the error %s → says so, and logs the reason', async (code, sentence) => {
  const provider = await startProvider({ client: CLIENT, callback: CALLBACK })
  const identity = createIdentityProvider({ issuer: provider.issuer, ...CLIENT }, PUBLIC_URL)
  const state = new URL(await identity.signInUrl(SECRET)).searchParams.get('state') ?? ''
  const query = new URLSearchParams({ error: code, error_description: 'not assigned to a role', state })
  const error: unknown = await identity.identify(SECRET, String(query)).catch((cause: unknown) => cause)
  await provider.close()
  expect(error).toMatchObject({ name: 'IdentityProviderError', message: expect.stringMatching(sentence) })
  expect(JSON.stringify(loggableError(error))).toContain('not assigned to a role')
})

/** RFC 9207: a provider may name itself in its redirect, and may promise in its configuration to do so. */
test.each<[what: string, promises: boolean, iss: string | undefined, sentence: RegExp]>([
  ['names another provider', false, 'https://elsewhere.example', /redirected with an “iss” that differs/],
  ['does not name itself although it promises to', true, undefined, /redirected without “iss”/],
])('error: a redirect that %s (nanoidp 258) → refused, with its name', async (_, promises, iss, sentence) => {
  const published = { authorization_response_iss_parameter_supported: promises }
  const provider = await startProvider({ client: CLIENT, callback: CALLBACK, published })
  const identity = createIdentityProvider({ issuer: provider.issuer, ...CLIENT }, PUBLIC_URL)
  const state = new URL(await identity.signInUrl(SECRET)).searchParams.get('state') ?? ''
  const query = new URLSearchParams({ code: 'a code', state, ...(iss !== undefined && { iss }) })
  const error: unknown = await identity.identify(SECRET, String(query)).catch((cause: unknown) => cause)
  await provider.close()
  expect(error).toMatchObject({ name: 'IdentityProviderError', message: expect.stringMatching(sentence) })
})

test.each([
  ['unauthorized_client', /does not let this client sign people in: .*\(unauthorized_client\)/],
  ['unsupported_grant_type', /does not let this client sign people in: .*\(unsupported_grant_type\)/],
  ['invalid_scope', /scopes openid, email and profile/],
])('error: a provider that refuses tokens with %s → says what to set', async (code, sentence) => {
  const sends = { status: 400 }
  const tokens = { error: code, error_description: 'see the settings of the client' }
  await withProvider({ tokens, sends }, async (sign) => {
    const error: unknown = await sign().catch((cause: unknown) => cause)
    expect(error).toMatchObject({ name: 'IdentityProviderError', message: expect.stringMatching(sentence) })
    expect(JSON.stringify(loggableError(error))).toContain('see the settings of the client')
  })
})

const jwtPart = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
const TIMES = { iat: Math.floor(Date.now() / 1_000), exp: Math.floor(Date.now() / 1_000) + 300 }
const OTHER_ISSUER = [{ alg: 'RS256' }, { iss: '', sub: 'ada', aud: 'latchkey', nonce: 'n', ...TIMES }, {}]

/** Returns an ID token that lacks a claim. The library looks for missing claims before it compares the others. */
function withoutClaim(name: string): string {
  const claims = { iss: '', sub: 'ada', aud: 'latchkey', nonce: 'n', ...TIMES, [name]: undefined }
  return [{ alg: 'RS256' }, claims, {}].map(jwtPart).join('.')
}

test.each([
  ['no ID token', null, /sent no valid ID token/],
  ['an ID token without an issuer (frp 2806)', OTHER_ISSUER.map(jwtPart).join('.'), /“iss” with OIDC_ISSUER/],
  [
    'an ID token without a nonce (AppAuth-iOS 101)',
    withoutClaim('nonce'),
    /without the “nonce” of this sign-in/,
  ],
  ['an ID token without an expiry', withoutClaim('exp'), /sent an ID token without “exp”/],
])(
  'error: a provider that sends %s → says what to change, since another try fails too',
  async (_, id_token, sentence) => {
    await withProvider({ tokens: { id_token } }, async (sign) => {
      const error: unknown = await sign().catch((cause: unknown) => cause)
      expect(error).toMatchObject({ name: 'IdentityProviderError', message: expect.stringMatching(sentence) })
    })
  },
)

test('behavior: discovers the provider again after an invalid ID token and after an hour, not after a refusal', async () => {
  const id_token = OTHER_ISSUER.map(jwtPart).join('.')
  const provider = await startProvider({ client: CLIENT, callback: CALLBACK, tokens: { id_token } })
  const identity = createIdentityProvider({ issuer: provider.issuer, ...CLIENT }, PUBLIC_URL)
  const countAfter = async (query: string | undefined): Promise<number> => {
    if (query !== undefined) await expect(identity.identify(SECRET, query)).rejects.toThrow()
    await identity.signInUrl(SECRET)
    return provider.discoveries()
  }
  const state = new URL(await identity.signInUrl(SECRET)).searchParams.get('state') ?? ''
  expect(await countAfter(String(new URLSearchParams({ error: 'access_denied', state })))).toBe(1)
  expect(await countAfter(String(new URLSearchParams({ code: 'unknown', state })))).toBe(1)
  expect(await countAfter(await signInAtProvider(await identity.signInUrl(SECRET), 'ada', CALLBACK))).toBe(2)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_599_000 })
  expect(await countAfter(undefined)).toBe(2)
  vi.setSystemTime(Date.now() + 1_001)
  expect(await countAfter(undefined)).toBe(3)
  expect(await countAfter(String(new URLSearchParams({ error: 'server_error', state })))).toBe(4)
  await provider.close()
})

test('behavior: keeps the known endpoints if the provider cannot be discovered again after an hour', async () => {
  const provider = await startProvider({ client: CLIENT, callback: CALLBACK })
  const identity = createIdentityProvider({ issuer: provider.issuer, ...CLIENT }, PUBLIC_URL)
  const url = await identity.signInUrl(SECRET)
  await provider.close()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_001 })
  expect(await identity.signInUrl(SECRET)).toBe(url)
  expect(await identity.signInUrl(SECRET)).toBe(url)
})

test('error: a provider whose keys do not fit its ID token → says so (DuendeArchive/identity-model-oidc-client-js 264)', async () => {
  const other = await startProvider({ client: CLIENT, callback: CALLBACK })
  await withProvider({ published: { jwks_uri: `${other.issuer}/jwks` } }, async (sign) => {
    const error: unknown = await sign().catch((cause: unknown) => cause)
    expect(error).toMatchObject({ name: 'IdentityProviderError', message: expect.stringContaining('kid') })
  })
  await other.close()
})

test('error: the state of another sign-in → an ordinary refusal, before the provider is asked', async () => {
  const identity = createIdentityProvider({ issuer: 'http://localhost:1', ...CLIENT }, PUBLIC_URL)
  const error: unknown = await identity.identify(SECRET, 'code=a&state=b').catch((cause: unknown) => cause)
  expect(error).toMatchObject({ name: 'Error', message: expect.stringContaining('another sign-in') })
})

test('error: Microsoft’s address for all tenants → says that OIDC_ISSUER must name one (panva/openid-client 76)', async () => {
  const issuer = 'https://login.microsoftonline.com/common/v2.0'
  const configuration = {
    issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
    authorization_endpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    token_endpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    jwks_uri: 'https://login.microsoftonline.com/common/discovery/v2.0/keys',
  }
  vi.stubGlobal('fetch', async () => Response.json(configuration))
  const identity = createIdentityProvider({ issuer, ...CLIENT }, PUBLIC_URL)
  await expect(identity.signInUrl(SECRET)).rejects.toThrow(/many tenants at OIDC_ISSUER: name yours/)
})

test('param: OIDC_ISSUER with and without a slash after the host → the same issuer, so links keep working', () => {
  const issuers = ['https://id.example', 'https://id.example/'].map(
    (issuer) => createIdentityProvider({ issuer, ...CLIENT }, PUBLIC_URL).issuer,
  )
  expect(new Set(issuers).size).toBe(1)
})
