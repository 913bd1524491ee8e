import type { Hono } from 'hono'
import type { HasPublicUrl } from '#bff/context-parts.ts'
import type { BffEnv, Exchange } from '#bff/context.ts'
import { bffError } from '#bff/http/exchange.ts'
import { isAtOtherName } from '#bff/http/request-origin.ts'
import { CONSOLE_POLICY, VERIFIER_POLICY } from '#bff/http/security-headers.ts'
import type { BffOptions } from '#bff/options.ts'
import { unknownRoute } from '#server-kit/http/unknown-route.ts'
import { IMMUTABLE, openBuiltFiles, REVALIDATE, type BuiltFiles } from './built-files.ts'

/** Pages by path. Only `index.html` is the console, which needs a session. */
const PAGES: ReadonlyMap<string, { file: string; policy: string }> = new Map([
  ['index.html', { file: 'index.html', policy: CONSOLE_POLICY }],
  ['verify-receipt', { file: 'verify-receipt.html', policy: VERIFIER_POLICY }],
  ['verify-receipt.html', { file: 'verify-receipt.html', policy: VERIFIER_POLICY }],
  // The page has its own policy, which names its script and style.
  ['rescue.html', { file: 'rescue.html', policy: "frame-ancestors 'none'" }],
])
/**
 * Returns the page of the documentation at a path. Its policy is set here, because a 304 response has no content type
 * that shows that it is a page.
 */
function pageOfDocs(path: string) {
  const file = path === 'docs/' ? 'docs/index.html' : path
  return /^docs\/[\w-]+\.html$/.test(file) ? { file, policy: CONSOLE_POLICY } : undefined
}
const WIDGET_PREFIX = '/widget/v1/'
/** Path prefixes of the server. An unknown path below them is a 404, never the console. */
const NOT_PAGES = [
  '/api',
  '/scim',
  '/approve',
  '/v1',
  '/widget',
  '/sandbox',
  '/assets',
  '/docs',
  '/.well-known',
]

export type AssetOptions = Pick<BffOptions, 'consoleDir' | 'widgetDir'>

/** Serves the console's files, its page for every other path, and the widget's files for all sites. */
export function mountAssets(app: Hono<BffEnv>, ctx: HasPublicUrl, options: AssetOptions): void {
  const console = openBuiltFiles<BffEnv>(options.consoleDir)
  const widget = openBuiltFiles<BffEnv>(options.widgetDir)
  app.get(`${WIDGET_PREFIX}*`, (exchange) => serveWidget(exchange, widget))
  app.get('*', (exchange) => serveConsole(ctx, exchange, console))
}

/** Widget files whose names do not change with their content. */
const STAYING = /^(integrity|descriptors\/[\w-]+)\.json$/

/** Serves the widget's files to pages of any site. Most file names change with their content. */
async function serveWidget(exchange: Exchange, widget: BuiltFiles<BffEnv>): Promise<Response> {
  const path = exchange.req.path.slice(WIDGET_PREFIX.length)
  const headers = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
  const file = await widget(exchange, path, {
    ...headers,
    'cache-control': STAYING.test(path) ? REVALIDATE : IMMUTABLE,
  })
  // With these headers, the browser's console shows a 404 for an outdated file name, not a CORS error.
  if (file === undefined) throw bffError('NOT_FOUND', { headers })
  return file
}

async function serveConsole(ctx: HasPublicUrl, exchange: Exchange, console: BuiltFiles<BffEnv>) {
  const { req } = exchange
  const path = req.path.slice(1)
  // The documentation's links are relative.
  if (path === 'docs') return exchange.redirect('/docs/', 308)
  const page = PAGES.get(path) ?? pageOfDocs(path)
  const file = await console(exchange, page?.file ?? path, page && { 'content-security-policy': page.policy })
  if (file !== undefined) return file
  const isPage = !NOT_PAGES.some((prefix) => req.path === prefix || req.path.startsWith(`${prefix}/`))
  const wantsPage = path === '' || req.header('accept')?.includes('text/html') === true
  const chapter = /^docs\/([\w-]+)\/?$/.exec(path)?.[1]
  if (wantsPage && chapter !== undefined) return exchange.redirect(`/docs/${chapter}.html`, 308)
  if (!isPage && req.path.startsWith('/api/')) throw unknownRoute(req.path)
  if (!isPage || !wantsPage) throw bffError('NOT_FOUND')
  // Redirects only to our own origin, with only the path, so this is not an open redirect.
  if (isAtOtherName(ctx.settings, req.raw)) {
    return new Response(null, { status: 307, headers: { location: ctx.settings.publicUrl + req.path } })
  }
  const index = await console(exchange, 'index.html', { 'content-security-policy': CONSOLE_POLICY })
  if (index === undefined) throw bffError('UNAVAILABLE', 'The console is not built: run npm start')
  return index
}
