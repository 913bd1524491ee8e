import type { Context } from 'hono'
import { setSecurityHeaders, WORKED_PAGE_POLICY, WORKER_POLICY } from '#bff/http/security-headers.ts'
import { errorReply } from '#server-kit/http/error-reply.ts'
import { apiError, notFound } from '#server-kit/http/http-error.ts'
import { mountRows } from '#server-kit/http/mount-rows.ts'
import { readRequestId } from '#server-kit/http/request-scope.ts'
import { respond } from '#server-kit/http/respond.ts'
import { openBuiltFiles } from './built-files.ts'

/** Service worker of an app, in the same folder as its page. */
const WORKER = 'sw.js'

export type ServedApp = {
  directory: string
  /** Path of the app, such as `/approve`. */
  basePath: string
  isSecure: boolean
}

/**
 * Serves a built single-page app, its service worker and its files below a path, with the console's headers: a
 * strict policy and no framing.
 */
export function serveApp(app: ServedApp): (request: Request) => Promise<Response> {
  const files = openBuiltFiles(app.directory)
  const serve = async (exchange: Context) => {
    const path = exchange.req.path.slice(app.basePath.length + 1)
    const page = path === '' || path === 'index.html'
    const file = await files(
      exchange,
      page ? 'index.html' : path,
      chooseHeaders(app, page ? 'index.html' : path),
    )
    if (file !== undefined) return file
    throw page ? apiError('UNAVAILABLE', 'This page is not built: run npm start') : notFound()
  }
  const paths = [app.basePath, `${app.basePath}/*`]
  const routes = mountRows(paths.map((path) => ({ method: 'GET', path, handle: serve })))
  routes.onError((error) => respond(errorReply(error)))
  routes.notFound(() => respond(errorReply(notFound())))
  return async (request) => {
    const response = await routes.fetch(request)
    response.headers.set('x-request-id', readRequestId(request.headers))
    setSecurityHeaders({ cookies: { secure: app.isSecure } }, response)
    return response
  }
}

/**
 * Returns the headers that only this file gets. The worker needs `Service-Worker-Allowed`, because the page is above
 * the worker's folder.
 */
function chooseHeaders({ basePath }: ServedApp, path: string): Record<string, string> {
  if (path === 'index.html') return { 'content-security-policy': WORKED_PAGE_POLICY }
  if (path !== WORKER) return {}
  return { 'content-security-policy': WORKER_POLICY, 'service-worker-allowed': basePath }
}
