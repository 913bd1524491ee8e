import { errorReply } from '#server-kit/http/error-reply.ts'
import { apiError, HttpError, notFound } from '#server-kit/http/http-error.ts'
import { respond } from '#server-kit/http/respond.ts'

type Fetch = (request: Request, client: { address?: string | undefined }) => Promise<Response>
type Probe = (request: Request) => Promise<Response> | Response

const SERVICE_PATHS = /^\/((v1|sandbox|approve\/api)\/|\.well-known\/latchkey-receipt-keys$)/
const APPROVER_PATHS = /^\/approve(\/|$)/
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * One listener for both islands: the service's paths go to the service, all others to the BFF. A process that
 * runs one of them alone answers 404 for the other's paths, and its probes report what it runs.
 * Source: profile 1.
 */
export function composeFetch(options: {
  service: Fetch | undefined
  bff: Fetch | undefined
  /** The approval app's files: where the service is, because they call it alone. */
  approver: Probe
  /** Responds to the probes if this process has no service. */
  probes: Probe
  publicUrl: string
  /** Whether the process is about to end: readiness then reports it, and everything else is still answered. */
  isEnding: () => boolean
}): Fetch {
  return async (request, client) => {
    const pathname = pathOf(request.url)
    if (pathname === '/readyz' && options.isEnding())
      return refused(apiError('UNAVAILABLE', 'This process is ending'))
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

/** The path in a request's URL, which is in its normal form. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const length = url.slice(start).search(/[?#]/)
  return length === -1 ? url.slice(start) : url.slice(start, start + length)
}

function refused(error: HttpError): Response {
  return respond(errorReply(error))
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Whether a request names this deployment in its Host header. A web page that points a name of its own at
 * the loopback address (DNS rebinding) does not, so it cannot read the sandbox's inbox through a browser.
 */
function isOwnHost(request: Request, publicUrl: string): boolean {
  const host = request.headers.get('host') ?? ''
  return host === new URL(publicUrl).host || LOOPBACK.test(host)
}
