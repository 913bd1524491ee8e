import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Provider from 'oidc-provider'
import { listenLocally } from '#protocol/testing/listen-locally.ts'

type ProviderOptions = {
  client: { clientId: string; clientSecret: string }
  /** URL to which the provider redirects the browser. */
  callback: string
  /** Additional claims of every person who signs in. */
  claims?: Readonly<Record<string, unknown>>
  /** Members to replace in the published configuration. Null removes a member. */
  published?: Readonly<Record<string, unknown>>
  /** The only method by which the client may authenticate. Undefined means any. */
  accepts?: 'client_secret_basic' | 'client_secret_post'
  /** Whether it compares the credentials of `client_secret_basic` without decoding them. */
  isPlain?: true
  /** Members that replace those of the provider's token response, and the response's status and content type. */
  tokens?: Readonly<Record<string, unknown>>
  sends?: { status?: number; contentType?: string }
}

const CONFIGURATION_PATH = '/.well-known/openid-configuration'

/** A real OpenID provider that accepts any user name. */
export async function startProvider(options: ProviderOptions) {
  const { published = {}, accepts, isPlain } = options
  const listener: { current?: (request: IncomingMessage, response: ServerResponse) => unknown } = {}
  const server = createServer((request, response) => void listener.current?.(request, response))
  const issuer = `http://localhost:${await listenLocally(server)}`
  let respond = newProvider(issuer, options).callback()
  const used: string[] = []
  let discoveries = 0
  listener.current = (request, response) => {
    if (request.url === CONFIGURATION_PATH) {
      discoveries += 1
      return publish(response, issuer, published)
    }
    if (request.url === '/token') {
      const way = request.headers.authorization === undefined ? 'client_secret_post' : 'client_secret_basic'
      used.push(way)
      if (accepts !== undefined && way !== accepts) return refuseClient(response, way)
      if (isPlain === true && !decodePlain(request, options.client)) return refuseClient(response, way)
    }
    return respond(request, response)
  }
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  /** Signs with another key from now on, and publishes only that key. */
  const rotateKeys = (): void => {
    respond = newProvider(issuer, options).callback()
  }
  /**
   * `used` has the client's authentication method of each request. `discoveries` returns how often the provider's
   * configuration was read.
   */
  return { issuer, used, discoveries: () => discoveries, rotateKeys, close }
}

function newProvider(
  issuer: string,
  { client, callback, claims = {}, tokens = {}, sends = {} }: ProviderOptions,
): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [callback] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: `${sub}@company.example`, ...claims }),
    }),
    cookies: { keys: ['a key for the cookies of this provider'] },
    jwks: {
      keys: [{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }],
    },
  })
  provider.use(async (context, next) => {
    await next()
    if (context.path !== '/token' || context.status !== 200) return
    context.body = JSON.stringify({ ...context.body, ...tokens })
    context.status = sends.status ?? 200
    context.type = sends.contentType ?? 'application/json'
  })
  return provider
}

function publish(response: ServerResponse, issuer: string, changes: Readonly<Record<string, unknown>>): void {
  const usual = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  }
  const named = Object.entries({ ...usual, ...changes }).filter(([, value]) => value !== null)
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify(Object.fromEntries(named)))
}

/**
 * Encodes the credentials of a client that sent them without encoding, as the library expects them (RFC 6749 2.3.1).
 * Returns false for any other credentials.
 */
function decodePlain(request: IncomingMessage, client: ProviderOptions['client']): boolean {
  const { clientId, clientSecret } = client
  const toHeader = (id: string, secret: string) =>
    `Basic ${Buffer.from(`${id}:${secret}`, 'utf8').toString('base64')}`
  if (request.headers.authorization !== toHeader(clientId, clientSecret)) return false
  request.headers.authorization = toHeader(encodeURIComponent(clientId), encodeURIComponent(clientSecret))
  return true
}

/**
 * Refuses a client as providers do: with a challenge for the header, with a body for other methods. Source: RFC
 * 6749 5.2.
 */
function refuseClient(response: ServerResponse, way: string): void {
  const challenge = way === 'client_secret_basic' ? { 'www-authenticate': 'Basic realm="provider"' } : {}
  response
    .writeHead(401, { 'content-type': 'application/json', ...challenge })
    .end(JSON.stringify({ error: 'invalid_client', error_description: `not registered for ${way}` }))
}

/** Signs in at the provider like a person in a browser. Returns the query of the redirect. */
export async function signInAtProvider(url: string, name: string, callback: string): Promise<string> {
  const cookies = new Map<string, string>()
  const open = async (target: string, body?: Record<string, string>): Promise<string> => {
    const answer = await fetch(target, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(body && { method: 'POST', body: new URLSearchParams(body) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [key = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(key, value)
    }
    const location = answer.headers.get('location')
    if (location === null) return target
    const next = new URL(location, target).href
    return next.startsWith(callback) ? next : open(next)
  }
  let at = await open(url)
  at = await open(at, { prompt: 'login', login: name, password: 'any' })
  if (!at.startsWith(callback)) at = await open(at, { prompt: 'consent' })
  return new URL(at).search.slice(1)
}
