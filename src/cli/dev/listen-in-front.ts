import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { ViteDevServer } from 'vite'
import { listenError } from '#cli/listen.ts'
import type { Settings } from '#cli/settings.ts'
import { createClientIp } from '#server-kit/http/client-ip.ts'
import { relaxPolicy } from './dev-policy.ts'
import { RELOAD_PATH, type openReloads } from './reload-pages.ts'
import { formatFault, type ReloadedServer } from './reload-server.ts'
import { WIDGET_BASE } from './serve-widget-sources.ts'

export type Front = {
  settings: Settings
  nonce: string
  server: ReloadedServer
  reloads: ReturnType<typeof openReloads>
  /** Names of the files of `public/`. */
  publicFiles: ReadonlySet<string>
  vites: { console: ViteDevServer; approver: ViteDevServer; widget: ViteDevServer }
}

const CONSOLE_SOURCES = /^\/(@|src\/|node_modules\/)/
export const APPROVER_BASE = '/approve/'
/** Paths below the approval app and the widget that the server handles itself. */
const OF_SERVER = /^\/(approve\/(api\/|sw\.js$|index\.html$|$)|widget\/v1\/(integrity\.json$|descriptors\/))/

/**
 * Listens before anything else is opened, so that a port in use is known at once. Responds with 503 until `serveInFront`.
 */
export function takePort(listener: Server, { host, port }: Settings): Promise<void> {
  listener.on('request', refuseWhileStarting)
  return new Promise((resolve, reject) => {
    listener.once('error', (cause) => reject(listenError(cause, { host, port, setting: 'PORT' })))
    listener.listen(port, host, resolve)
  })
}

function refuseWhileStarting(_incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(503, { 'retry-after': '1' }).end('npm run dev is starting')
}

/**
 * Serves everything on one port, like the product: sources from Vite, and all other requests from the server. The
 * server serves the pages, with its own headers, so that it alone decides what is a page.
 */
export function serveInFront(listener: Server, front: Front): void {
  const { host, trustedProxies } = front.settings
  const clientIp = createClientIp(trustedProxies)
  const respond = getRequestListener(
    async (request, { incoming }) => {
      const { fetch } = await front.server.current()
      const address = clientIp(request, incoming.socket.remoteAddress)
      return toDevPage(front, request, await fetch(request, { address }))
    },
    { hostname: host, errorHandler: (cause) => new Response(formatFault(cause), { status: 500 }) },
  )
  listener.off('request', refuseWhileStarting)
  listener.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const path = (incoming.url ?? '/').split('?')[0] ?? '/'
    if (path === RELOAD_PATH) return front.reloads.add(outgoing)
    const vite = chooseVite(front, path)
    if (vite === undefined) return void respond(incoming, outgoing)
    vite.middlewares(incoming, outgoing, () => void outgoing.writeHead(404).end())
  })
}

/** The Vite server whose sources are at this path. Undefined if the server itself handles the path. */
function chooseVite({ vites, publicFiles }: Front, path: string): ViteDevServer | undefined {
  if (OF_SERVER.test(path)) return undefined
  if (path.startsWith(WIDGET_BASE)) return vites.widget
  if (path.startsWith(APPROVER_BASE)) return vites.approver
  return CONSOLE_SOURCES.test(path) || publicFiles.has(path.slice(1)) ? vites.console : undefined
}

/** Adds Vite's client to a page. Other responses stay as they are. */
async function toDevPage(front: Front, request: Request, response: Response): Promise<Response> {
  if (response.status !== 200 || response.headers.get('content-type')?.startsWith('text/html') !== true)
    return response
  const { pathname } = new URL(request.url)
  const isApprover = `${pathname}/`.startsWith(APPROVER_BASE)
  const vite = isApprover ? front.vites.approver : front.vites.console
  // Vite adds the base to every path of a page, even to a path that already has it. So the base is removed first.
  const html = (await response.text()).replaceAll(isApprover ? `"${APPROVER_BASE}` : '"/', '"/')
  const page = await vite.transformIndexHtml('/index.html', html, pathname)
  const headers = new Headers(response.headers)
  for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name)
  headers.set('cache-control', 'no-store')
  const policy = headers.get('content-security-policy')
  if (policy !== null) headers.set('content-security-policy', relaxPolicy(policy, front.nonce))
  return new Response(page, { headers })
}
