import { isOwnHost } from './local-host.ts'

type Fetch = (request: Request) => Promise<Response>
type FetchWithClient = (request: Request, client: { address?: string | undefined }) => Promise<Response>

const SERVICE_PATHS = /^\/(v1\/|sandbox\/|healthz$|readyz$|metrics$)/

/**
 * One listener for both islands: the service's paths go to the service, all others to the BFF. With a hosted
 * upstream there is no service here, and the health paths speak for the BFF alone. Source: profile 1.
 */
export function composeFetch(options: {
  service: Fetch | undefined
  bff: FetchWithClient
  publicUrl: string
}): FetchWithClient {
  return async (request, client) => {
    const { pathname } = new URL(request.url)
    if (!SERVICE_PATHS.test(pathname)) return options.bff(request, client)
    if (options.service === undefined) return withoutService(pathname)
    if (pathname.startsWith('/sandbox/') && !isOwnHost(request, options.publicUrl))
      return refused(403, 'Forbidden')
    return options.service(request)
  }
}

function withoutService(pathname: string): Response {
  if (pathname === '/healthz' || pathname === '/readyz') return Response.json({ status: 'ok' })
  return refused(404, 'Not found')
}

function refused(statusCode: number, message: string): Response {
  return Response.json({ statusCode, content: { message } }, { status: statusCode })
}
