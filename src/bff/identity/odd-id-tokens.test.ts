import { expect, test } from 'vitest'
import { signInAtProvider, startProvider } from '#bff/testing/identity-provider.ts'
import { createIdentityProvider } from './identity-provider.ts'

const PUBLIC_URL = 'https://wallets.example'
const CALLBACK = `${PUBLIC_URL}/sign-in/provider`
const CLIENT = { clientId: 'latchkey', clientSecret: 'a secret' }
const SECRET = 'a'.repeat(43)
const TIMES = { iat: Math.floor(Date.now() / 1_000), exp: Math.floor(Date.now() / 1_000) + 300 }
const jwtPart = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')

type SignIn = { iss: string; nonce: string | null }

/** Returns an ID token of a provider that the library accepts but for its header or the given claims. */
function craftToken(signIn: SignIn, header: object, claims: object): string {
  return [header, { ...signIn, sub: 'ada', aud: CLIENT.clientId, ...TIMES, ...claims }, {}]
    .map(jwtPart)
    .join('.')
}
const RS256 = { alg: 'RS256' }
const JWE = [{ alg: 'RSA-OAEP-256', enc: 'A256GCM' }, {}, {}, {}, {}].map(jwtPart).join('.')

test.each<[what: string, algorithms: string[], token: (signIn: SignIn) => string, sentence: RegExp]>([
  ['an encrypted ID token (juanfont/headscale 2446)', ['RS256'], () => JWE, /remove the encryption key/],
  [
    'an ID token signed with the client secret (element-hq/synapse 18476)',
    ['HS256'],
    (signIn) => craftToken(signIn, { alg: 'HS256' }, {}),
    /choose a signing key for RS256 or ES256/,
  ],
  [
    'a number as the subject (simplesamlphp-module-oidc 353)',
    ['RS256'],
    (signIn) => craftToken(signIn, RS256, { sub: 12_345 }),
    /“sub” is not text/,
  ],
  [
    'several subjects (DuendeArchive/identity-model-oidc-client-js 302)',
    ['RS256'],
    (signIn) => craftToken(signIn, RS256, { sub: ['a', 'b'] }),
    /“sub” is not text/,
  ],
])('error: a provider that sends %s → says what to change', async (_, algorithms, token, sentence) => {
  const tokens: Record<string, unknown> = {}
  const published = { id_token_signing_alg_values_supported: algorithms }
  const provider = await startProvider({ client: CLIENT, callback: CALLBACK, tokens, published })
  const identity = createIdentityProvider({ issuer: provider.issuer, ...CLIENT }, PUBLIC_URL)
  const url = await identity.signInUrl(SECRET)
  tokens['id_token'] = token({ iss: provider.issuer, nonce: new URL(url).searchParams.get('nonce') })
  const query = await signInAtProvider(url, 'ada', CALLBACK)
  const error: unknown = await identity.identify(SECRET, query).catch((cause: unknown) => cause)
  await provider.close()
  expect(error).toMatchObject({ name: 'IdentityProviderError', message: expect.stringMatching(sentence) })
})
