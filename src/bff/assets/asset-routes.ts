import type { Hono } from 'hono'
import type { BffContext, BffEnv, Exchange } from '#bff/context.ts'
import { bffError } from '#bff/http/bff-error.ts'
import { isAtOtherName } from '#bff/http/host.ts'
import { VERIFIER_POLICY } from '#bff/http/security-headers.ts'
import type { BffOptions } from '#bff/bff-options.ts'
import { openAssetFolder, type AssetFolder } from './asset-folder.ts'
import { cacheOf, IMMUTABLE, REVALIDATE, serveAsset } from './serve-asset.ts'

const VERIFIER_PAGE = 'verify-receipt.html'
/** Brings a policy of its own, which names its script and its style. */
const RESCUE_PAGE = 'rescue.html'
const VERIFIER_PATHS = new Set(['verify-receipt', VERIFIER_PAGE])
const WIDGET_PREFIX = '/widget/v1/'
/** What belongs to the server: a mistyped address there is a 404, never the console. */
const NOT_PAGES = ['/api', '/approve', '/v1', '/widget', '/sandbox', '/assets', '/.well-known']

export type AssetOptions = Pick<BffOptions, 'consoleDir' | 'widgetDir'>

/** The console's files, its page for every address that is one, and the widget's files for every site. */
export function mountAssets(app: Hono<BffEnv>, ctx: BffContext, options: AssetOptions): void {
  const console = openAssetFolder(options.consoleDir)
  const widget = openAssetFolder(options.widgetDir)
  app.get(`${WIDGET_PREFIX}*`, (exchange) => serveWidget(exchange, widget))
  app.get('*', (exchange) => serveConsole(ctx, exchange, console))
}

/** Their names stay when their content changes. */
const STAYING = /^(integrity|descriptors\/[\w-]+)\.json$/

/** Integrators' pages load these: any site may. A file's name changes with its content, but for a few. */
async function serveWidget({ req }: Exchange, widget: AssetFolder): Promise<Response> {
  const path = req.path.slice(WIDGET_PREFIX.length)
  const asset = await widget.find(path)
  if (asset === undefined) throw bffError('NOT_FOUND')
  return serveAsset(req.raw, asset, {
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': STAYING.test(path) ? REVALIDATE : IMMUTABLE,
  })
}

async function serveConsole(ctx: BffContext, { req }: Exchange, console: AssetFolder): Promise<Response> {
  const path = req.path.slice(1)
  if (VERIFIER_PATHS.has(path)) return servePage(req.raw, console, VERIFIER_PAGE, VERIFIER_POLICY)
  if (path === RESCUE_PAGE) return servePage(req.raw, console, RESCUE_PAGE, "frame-ancestors 'none'")
  const file = path === '' ? undefined : await console.find(path)
  if (file !== undefined) return serveAsset(req.raw, file, cacheOf(path))
  const isPage = !NOT_PAGES.some((prefix) => req.path === prefix || req.path.startsWith(`${prefix}/`))
  const wantsPage = path === '' || req.header('accept')?.includes('text/html') === true
  if (!isPage || !wantsPage) throw bffError('NOT_FOUND')
  // Only the path goes on, and only to our own origin: nothing to redirect elsewhere with.
  if (isAtOtherName(ctx.settings, req.raw)) {
    return new Response(null, { status: 307, headers: { location: ctx.settings.publicOrigin + req.path } })
  }
  const page = await console.find('index.html')
  if (page === undefined) throw bffError('UNAVAILABLE', 'The console is not built: run npm start')
  return serveAsset(req.raw, page, { 'cache-control': REVALIDATE })
}

/** A page that is none of the console, and without a session: it works from any other place as well. */
async function servePage(
  request: Request,
  console: AssetFolder,
  file: string,
  policy: string,
): Promise<Response> {
  const page = await console.find(file)
  if (page === undefined) throw bffError('NOT_FOUND')
  return serveAsset(request, page, { 'cache-control': REVALIDATE, 'content-security-policy': policy })
}
