import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createLatchkey, type Latchkey } from './latchkey.ts'
import { openPages, type Pages } from './pages.ts'
import { createUsers, type Users } from './users.ts'
import { readJson, Refusal, send, sendJson } from './http.ts'

/** What the shop needs to know of the Latchkey it is a customer of. */
export type DemoShopOptions = {
  port: number
  /** Interface to listen on; loopback unless somebody decided otherwise. */
  host: string
  /** Origin of the Latchkey server, as the browser and this backend reach it. */
  latchkeyUrl: string
  /** The shop's integration secret. It stays in this process. */
  integrationSecret: string
  /** The sandbox's faucet. */
  faucetUrl: string
  /** Address of the demo coin, in which the shop is paid. */
  demoCoin: string
  log: { error: (details: object, message: string) => void }
}

/** What the shop gives a new customer, in the coin's smallest unit (6 decimals). */
const DRIP_UNITS = '25000000'

type Shop = DemoShopOptions & { origin: string; latchkey: Latchkey; users: Users; pages: Pages }

/**
 * Starts the demo shop: an integrator's page and its small backend, on an origin of its own. It shows what an
 * integrator writes and nothing more; the page's policy is the strict one that docs/widget.md recommends.
 */
export async function startDemoShop(
  options: DemoShopOptions,
): Promise<{ url: string; close: () => Promise<void> }> {
  const users = createUsers()
  const latchkey = createLatchkey(options)
  const pages = await openPages(options)
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  const shop: Shop = { ...options, origin: `http://shop.localhost:${port}`, latchkey, users, pages }

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
    url: shop.origin,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((cause) => (cause === undefined ? resolve() : reject(cause)))
        server.closeAllConnections()
      }),
  }
}

async function route(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '/', shop.origin).pathname
  if (request.method === 'GET' || request.method === 'HEAD') {
    if (path === '/me') return sendJson(response, 200, { user: shop.users.find(request) ?? null })
    const file = await shop.pages.read(path, shop.latchkey.widget)
    return file === undefined ? sendJson(response, 404, { message: 'Not found' }) : send(response, 200, file)
  }
  if (request.method !== 'POST') throw new Refusal(405, 'Method not allowed')
  requireOwnPage(shop, request)
  const body = await readJson(request)
  if (path === '/login') return sendJson(response, 200, { user: shop.users.signIn(body, response) })
  if (path === '/logout') return sendJson(response, 200, { user: shop.users.signOut(request, response) })
  const user = shop.users.find(request)
  if (user === undefined) throw new Refusal(401, 'Sign in first')
  if (path === '/session-token')
    return sendJson(response, 200, await shop.latchkey.session(user, shop.origin))
  if (path === '/drip') return sendJson(response, 200, await shop.latchkey.drip(body, DRIP_UNITS))
  throw new Refusal(404, 'Not found')
}

/** Only the shop's own page changes anything here. */
function requireOwnPage(shop: Shop, request: IncomingMessage): void {
  if (request.headers.origin !== shop.origin) throw new Refusal(403, 'Requests come from the shop’s own page')
}
