import { isOwnHost } from './local-host.ts'

type Fetch = (request: Request, client: { address?: string | undefined }) => Promise<Response>
type Probe = (request: Request) => Promise<Response> | Response

const SERVICE_PATHS = /^\/((v1|sandbox|approve\/api)\/|\.well-known\/latchkey-receipt-keys$)/
const APPROVER_PATHS = /^\/approve(\/|$)/
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * One listener for both islands: the service's paths go to the service, all others to the BFF. A process that
 * runs one of them alone answers 404 for the other's paths, and its probes speak for what it runs.
 * Source: profile 1.
 */
export function composeFetch(options: {
  service: Fetch | undefined
  bff: Fetch | undefined
  /** The approval app's files: where the service is, because they speak to it alone. */
  approver: Probe
  /** Answers the probes where there is no service in this process. */
  probes: Probe
  publicUrl: string
  /** Whether the process is about to end: readiness then says so, and everything else is still answered. */
  isEnding: () => boolean
}): Fetch {
  return async (request, client) => {
    const pathname = pathOf(request.url)
    if (pathname === '/readyz' && options.isEnding())
      return refused(503, 'This process is ending', 'UNAVAILABLE')
    if (PROBES.has(pathname)) return (options.service ?? options.probes)(request, client)
    if (APPROVER_PATHS.test(pathname) && !SERVICE_PATHS.test(pathname) && options.service !== undefined)
      return options.approver(request)
    const isForService = SERVICE_PATHS.test(pathname)
    const island = isForService ? options.service : options.bff
    if (island === undefined) return refused(404, 'Not found', 'NOT_FOUND')
    if (pathname.startsWith('/sandbox/') && !isOwnHost(request, options.publicUrl))
      return refused(403, 'Forbidden', 'FORBIDDEN')
    return island(request, client)
  }
}

/** The path in a request's URL, which is in its normal form. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const length = url.slice(start).search(/[?#]/)
  return length === -1 ? url.slice(start) : url.slice(start, start + length)
}

function refused(statusCode: number, message: string, code: string): Response {
  const headers: Record<string, string> = statusCode === 503 ? { 'retry-after': '5' } : {}
  return Response.json({ statusCode, content: { message, code } }, { status: statusCode, headers })
}
