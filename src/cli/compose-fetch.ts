import { errorReply } from '#server-kit/http/error-reply.ts'
import { HttpError, notFound, shuttingDown } from '#server-kit/http/http-error.ts'
import { respond } from '#server-kit/http/respond.ts'

type Fetch = (request: Request, client: { address?: string | undefined }) => Promise<Response>
type Probe = (request: Request) => Promise<Response> | Response

const SERVICE_PATHS = /^\/((v1|sandbox|approve\/api)\/|\.well-known\/(latchkey-receipt-keys|webauthn)$)/
const APPROVER_PATHS = /^\/approve(\/|$)/
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Routes the service's paths to the service and all others to the BFF. A process that runs only one of them
 * returns 404 for the other's paths, and its probes report the part that it runs. Source: profile 1.
 */
export function composeFetch(options: {
  service: Fetch | undefined
  bff: Fetch | undefined
  /** Serves the approval app's files. They are served where the service runs, because they call only the service. */
  approver: Probe
  /** Responds to the probes if this process has no service. */
  probes: Probe
  publicUrl: string
  /** Whether the process is about to shut down. Readiness then fails; all other requests are still served. */
  isEnding: () => boolean
}): Fetch {
  return async (request, client) => {
    const pathname = readPath(request.url)
    if (pathname === '/readyz' && options.isEnding()) return refused(shuttingDown())
    if (PROBES.has(pathname)) return (options.service ?? options.probes)(request, client)
    if (APPROVER_PATHS.test(pathname) && !SERVICE_PATHS.test(pathname) && options.service !== undefined)
      return options.approver(request)
    const isForService = SERVICE_PATHS.test(pathname)
    const island = isForService ? options.service : options.bff
    if (island === undefined) return refused(notFound())
    if (pathname.startsWith('/sandbox/') && !isOwnHost(request, options.publicUrl))
      return refused(new HttpError(403, 'FORBIDDEN', 'Forbidden'))
    return island(request, client)
  }
}

/** The path of a request's normalized URL. */
function readPath(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const length = url.slice(start).search(/[?#]/)
  return length === -1 ? url.slice(start) : url.slice(start, start + length)
}

function refused(error: HttpError): Response {
  return respond(errorReply(error))
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Whether the Host header names this deployment. A web page that resolves its own name to the loopback
 * address (DNS rebinding) fails this check, so it cannot read the sandbox's inbox.
 */
function isOwnHost(request: Request, publicUrl: string): boolean {
  const host = request.headers.get('host') ?? ''
  return host === new URL(publicUrl).host || LOOPBACK.test(host)
}
