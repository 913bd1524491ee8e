import { createHash, randomBytes } from 'node:crypto'
import { serve } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { HTTPException } from 'hono/http-exception'
import * as z from 'zod/mini'
import { createLatchkey, type LatchkeyOptions, type User } from './latchkey.ts'
import { readPage, type Origins, type Site } from './pages.ts'

/** Settings of the demo shop, including those for Latchkey. */
export type DemoShopOptions = LatchkeyOptions & {
  port: number
  /** Interface to listen on. Defaults to loopback. */
  host: string
  /**
   * Registers a domain of the shop with Latchkey. The frame's domain is registered when that form of the shop
   * is first opened.
   */
  registerDomain: (domain: string) => Promise<void>
  log: { error: (details: object, message: string) => void }
}

/** Tokens for a new customer, in base units (6 decimals). */
const DRIP_UNITS = '25000000'

/** The subdomain that serves only the wallet. */
const FRAME_HOST = 'wallet.shop.localhost'

const COOKIE = 'shop'
const BODY_BYTES_MAX = 10_000
const signInSchema = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  // Latchkey validates the address in full.
  email: z.string().check(z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+$/)),
})
const dripSchema = z.strictObject({ address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)) })

/**
 * Starts the demo shop: an integrator's page and its small backend, on its own origin. Contains only the code
 * that an integrator writes. The page's policy is the strict one that docs/widget.md recommends. The same
 * listener serves a subdomain with only the wallet, for the form of the shop that has it in a frame.
 */
export async function startDemoShop(
  options: DemoShopOptions,
): Promise<{ url: string; close: () => Promise<void> }> {
  const { port, host, latchkeyUrl } = options
  const origins = { latchkey: new URL(latchkeyUrl).origin, shop: '', frame: '' }
  const { fetch } = createApp(options, origins)
  const server = serve({ fetch, port, hostname: host })
  const bound = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.once('listening', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
  origins.shop = `http://shop.localhost:${bound}`
  origins.frame = `http://${FRAME_HOST}:${bound}`
  return {
    url: origins.shop,
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close((cause) => (cause === undefined ? resolve() : reject(cause)))
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}

function createApp(options: DemoShopOptions, origins: Origins): Hono {
  const latchkey = createLatchkey(options)
  const { findUser, signedIn, signIn, signOut } = createUsers()
  const app = new Hono()
  app.use(async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
    context.header('x-content-type-options', 'nosniff')
    context.header('referrer-policy', 'no-referrer')
  })
  app.onError((cause, context) => {
    if (cause instanceof HTTPException) return context.json({ message: cause.message }, cause.status)
    options.log.error({ err: cause }, 'the demo shop failed to respond')
    return context.json({ message: 'The shop could not reach its wallet service.' }, 502)
  })
  app.notFound((context) => context.json({ message: 'Not found' }, 404))

  // Only the shop's own page may change anything here.
  app.post('*', bodyLimit({ maxSize: BODY_BYTES_MAX }), async (context, next) => {
    if (context.req.header('origin') !== origins.shop)
      throw new HTTPException(403, { message: 'Requests must come from the shop’s own page' })
    await next()
  })
  app.post('/login', async (context) => context.json({ user: await signIn(context) }))
  app.post('/logout', (context) => context.json({ user: signOut(context) }))
  // Tokens for the pages themselves, and for the frame in one of them, which has its own origin.
  app.post('/session-token', async (context) =>
    context.json(await latchkey.session(signedIn(context), origins.shop)),
  )
  app.post('/framed/session-token', async (context) =>
    context.json(await latchkey.session(framed(signedIn(context)), origins.shop)),
  )
  app.post('/framed/frame-token', async (context) =>
    context.json(await latchkey.session(framed(signedIn(context)), origins.frame)),
  )
  app.post('/drip', async (context) => {
    signedIn(context)
    const { address } = await readBody(context, dripSchema, 'That is no address.')
    return context.json(await latchkey.drip(address, DRIP_UNITS))
  })
  app.get('*', async (context) => {
    const { hostname, pathname } = new URL(context.req.url)
    const site: Site = hostname === FRAME_HOST ? 'frame' : 'shop'
    if (site === 'shop' && pathname === '/me') return context.json({ user: findUser(context) ?? null })
    if (site === 'frame' && pathname === '/') await options.registerDomain(FRAME_HOST)
    const shop = { origins, coin: options.demoCoin, loadTag: latchkey.loadTag }
    const page = await readPage(site, pathname, shop)
    return page === undefined ? context.notFound() : context.body(page.body, 200, page.headers)
  })
  return app
}

/**
 * Returns a separate user for the framed form of the shop, because a wallet has one passkey, and a passkey belongs to
 * one domain. Your own shop has only one form.
 */
function framed(user: User): User {
  return { ...user, id: `framed-${user.id}` }
}

/** A sign-in without passwords, for a demo only. Accepts any email. Sessions last as long as the process. */
function createUsers() {
  const sessions = new Map<string, User>()
  const findUser = (context: Context) => sessions.get(getCookie(context, COOKIE) ?? '')
  return {
    findUser,
    /** @throws HTTPException 401 */
    signedIn(context: Context): User {
      const user = findUser(context)
      if (user === undefined) throw new HTTPException(401, { message: 'Sign in first' })
      return user
    },
    async signIn(context: Context): Promise<User> {
      const given = await readBody(context, signInSchema, 'Enter a name and an email address.')
      const email = given.email.toLowerCase()
      // The same email always gives the same customer.
      const id = `shop-${createHash('sha256').update(email).digest('hex').slice(0, 24)}`
      const user = { id, name: given.name, email }
      const session = randomBytes(24).toString('base64url')
      sessions.set(session, user)
      setCookie(context, COOKIE, session, { httpOnly: true, sameSite: 'Strict' })
      return user
    },
    signOut(context: Context): null {
      sessions.delete(deleteCookie(context, COOKIE) ?? '')
      return null
    },
  }
}

/** @throws HTTPException 400 if the body is invalid, with `message` for the person at the page */
async function readBody<Schema extends z.ZodMiniType>(context: Context, schema: Schema, message: string) {
  const parsed = schema.safeParse(await context.req.json().catch(() => undefined))
  if (parsed.success) return parsed.data
  throw new HTTPException(400, { message })
}
