import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createLatchkey, type Latchkey } from './latchkey.ts'
import { openPages, type Pages, type Site } from './pages.ts'
import type { Origins } from './policies.ts'
import { createUsers, type User, type Users } from './users.ts'
import { readJson, Refusal, send, sendJson } from './http.ts'

/** The shop's settings of its Latchkey. */
export type DemoShopOptions = {
  port: number
  /** Interface to listen on; loopback unless configured. */
  host: string
  /** Origin of the Latchkey server, as the browser and this backend reach it. */
  latchkeyUrl: string
  /** The shop's integration secret. It stays in this process. */
  integrationSecret: string
  /** The sandbox's faucet. */
  faucetUrl: string
  /** Address of the demo token, in which the shop is paid. */
  demoCoin: string
  /** Registers a domain of the shop at Latchkey; the frame's when that form of the shop is first opened. */
  registerDomain: (domain: string) => Promise<void>
  log: { error: (details: object, message: string) => void }
}

/** What a new customer gets, in base units (6 decimals). */
const DRIP_UNITS = '25000000'

/** The subdomain that has nothing but the wallet. */
const FRAME_HOST = 'wallet.shop.localhost'

type Shop = DemoShopOptions & { origins: Origins; latchkey: Latchkey; users: Users; pages: Pages }

/**
 * Starts the demo shop: an integrator's page and its small backend, on an origin of its own. It shows what an
 * integrator writes and nothing more; the page's policy is the strict one that docs/widget.md recommends. The same
 * listener serves a subdomain with nothing but the wallet, for the form of the shop that has it in a frame.
 */
export async function startDemoShop(
  options: DemoShopOptions,
): Promise<{ url: string; close: () => Promise<void> }> {
  const users = createUsers()
  const latchkey = createLatchkey(options)
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  const origins = {
    latchkey: new URL(options.latchkeyUrl).origin,
    shop: `http://shop.localhost:${port}`,
    frame: `http://${FRAME_HOST}:${port}`,
  }
  const pages = openPages({ origins, demoCoin: options.demoCoin })
  const shop: Shop = { ...options, origins, latchkey, users, pages }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await route(shop, request, response)
    } catch (cause) {
      if (cause instanceof Refusal) return sendJson(response, cause.status, { message: cause.message })
      options.log.error({ err: cause }, 'the demo shop failed to answer')
      sendJson(response, 502, { message: 'The shop could not reach its wallet service.' })
    }
  }

  return {
    url: shop.origins.shop,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((cause) => (cause === undefined ? resolve() : reject(cause)))
        server.closeAllConnections()
      }),
  }
}

async function route(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '/', shop.origins.shop).pathname
  const site: Site = request.headers.host?.split(':')[0] === FRAME_HOST ? 'frame' : 'shop'
  if (request.method === 'GET' || request.method === 'HEAD') {
    if (site === 'shop' && path === '/me')
      return sendJson(response, 200, { user: shop.users.find(request) ?? null })
    if (site === 'frame' && path === '/') await shop.registerDomain(FRAME_HOST)
    const file = await shop.pages.read(site, path, shop.latchkey.widget)
    return file === undefined ? sendJson(response, 404, { message: 'Not found' }) : send(response, 200, file)
  }
  if (request.method !== 'POST') throw new Refusal(405, 'Method not allowed')
  requireOwnPage(shop, request)
  const body = await readJson(request)
  if (path === '/login') return sendJson(response, 200, { user: shop.users.signIn(body, response) })
  if (path === '/logout') return sendJson(response, 200, { user: shop.users.signOut(request, response) })
  const user = shop.users.find(request)
  if (user === undefined) throw new Refusal(401, 'Sign in first')
  const token = TOKENS[path]
  if (token !== undefined) return sendJson(response, 200, await token(shop, user))
  if (path === '/drip') return sendJson(response, 200, await shop.latchkey.drip(body, DRIP_UNITS))
  throw new Refusal(404, 'Not found')
}

/** The tokens of the shop's pages: for themselves, and for the frame in one of them, which has an origin of its own. */
const TOKENS: Record<string, (shop: Shop, user: User) => Promise<{ token: string }>> = {
  '/session-token': ({ latchkey, origins }, user) => latchkey.session(user, origins.shop),
  '/framed/session-token': ({ latchkey, origins }, user) => latchkey.session(framed(user), origins.shop),
  '/framed/frame-token': ({ latchkey, origins }, user) => latchkey.session(framed(user), origins.frame),
}

/**
 * A wallet has one passkey, and a passkey belongs to one domain: a customer of both forms of the shop is a separate
 * user in each. A shop of your own has one form.
 */
function framed(user: User): User {
  return { ...user, id: `framed-${user.id}` }
}

/** Only the shop's own page changes anything here. */
function requireOwnPage(shop: Shop, request: IncomingMessage): void {
  if (request.headers.origin !== shop.origins.shop)
    throw new Refusal(403, 'Requests come from the shop’s own page')
}
