import { errorReply } from '#server-kit/http/error-reply.ts'
import { apiError, type HttpError } from '#server-kit/http/http-error.ts'
import { requestIdOf } from '#server-kit/http/request-id.ts'
import { respond } from '#server-kit/http/respond.ts'
import { setSecurityHeaders, WORKED_PAGE_POLICY, WORKER_POLICY } from '#bff/http/security-headers.ts'
import { openAssetFolder } from './asset-folder.ts'
import { cacheOf, serveAsset } from './serve-asset.ts'

/** The service worker of an app, beside its page. */
const WORKER = 'sw.js'

export type ServedApp = {
  /** The built files. */
  directory: string
  /** Where they are served, such as `/approve`. */
  basePath: string
  /** Whether people reach the app by https. */
  isSecure: boolean
}

/**
 * Serves a built one-page app, its service worker and its files below a path, with the console's headers: a strict
 * policy, no frames.
 */
export function serveApp(app: ServedApp): (request: Request) => Promise<Response> {
  const folder = openAssetFolder(app.directory)
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const below = pathname === app.basePath || pathname.startsWith(`${app.basePath}/`)
    if (!below) return refusal(apiError('NOT_FOUND'))
    const path = pathname.slice(app.basePath.length + 1)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refusal(apiError('METHOD_NOT_ALLOWED', 'GET, HEAD', { headers: { allow: 'GET, HEAD' } }))
    }
    const page = path === '' || path === 'index.html'
    const file = await folder.find(page ? 'index.html' : path)
    if (file !== undefined) return serveAsset(request, file, headersOf(app, page ? 'index.html' : path))
    return refusal(
      page ? apiError('UNAVAILABLE', 'This page is not built: run npm start') : apiError('NOT_FOUND'),
    )
  }
  return async (request) => {
    const response = await answer(request)
    response.headers.set('x-request-id', requestIdOf(request.headers))
    setSecurityHeaders({ cookies: { secure: app.isSecure } }, response)
    return response
  }
}

function refusal(error: HttpError): Response {
  return respond(errorReply(error))
}

/** The page is at the path itself, above the worker's folder: the browser asks whether the worker may serve it. */
function headersOf({ basePath }: ServedApp, path: string): Record<string, string> {
  const headers = cacheOf(path)
  if (path === 'index.html') return { ...headers, 'content-security-policy': WORKED_PAGE_POLICY }
  if (path !== WORKER) return headers
  return { ...headers, 'content-security-policy': WORKER_POLICY, 'service-worker-allowed': basePath }
}
