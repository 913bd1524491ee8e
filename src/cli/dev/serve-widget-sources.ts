import { createServer, type InlineConfig, type Plugin, type ViteDevServer } from 'vite'
import { filesOnDemand } from '#widget/build/files-on-demand.ts'
import { ownKeys } from '#widget/build/own-keys.ts'

/** The address of the widget's files (profile 1). The policy of a page with the widget allows only files below it. */
export const WIDGET_BASE = '/widget/v1/'

/** Files that pages load directly, by their kind in the manifest. Classic scripts come only from a build. */
export const WIDGET_SOURCES = {
  module: 'widget/define.ts',
  pure: 'widget/index.ts',
  core: 'widget/core/index.ts',
  frameHost: 'widget/frame/define-host.ts',
} as const

const LOAD_FILE = '/widget/load-file.ts'

/**
 * Serves the widget's sources as modules below `/widget/v1/`. `reloadUrl` is the path of the stream on which open pages
 * wait for the next reload.
 */
export function serveWidgetSources(options: InlineConfig, reloadUrl: string): Promise<ViteDevServer> {
  return createServer({
    ...options,
    base: WIDGET_BASE,
    publicDir: false,
    cacheDir: 'node_modules/.vite/dev-widget',
    plugins: [ownKeys(), filesFromSource(), reloadPages(reloadUrl)],
    optimizeDeps: { entries: Object.values(WIDGET_SOURCES) },
    // Pages of every site load the widget.
    server: { ...options.server, hmr: false, ws: false, cors: { origin: '*' } },
  })
}

/** The build loads files on demand by name and hash. From source they are imports. */
function filesFromSource(): Plugin {
  return {
    name: 'latchkey:files-from-source',
    enforce: 'pre',
    load: (id) => (id.endsWith(LOAD_FILE) ? { code: loadFileCode(), moduleType: 'js' } : null),
  }
}

function loadFileCode(): string {
  const files = Object.entries(filesOnDemand()).map(
    ([name, { entry }]) => `${JSON.stringify(name)}: () => import(${JSON.stringify(`/${entry}`)})`,
  )
  return [
    "import * as kit from './kit.ts'",
    `const files = {${files.join(', ')}}`,
    'const opening = {}',
    'const open = async (name) => (await files[name]()).default(kit)',
    'export const loadFile = async (_apiUrl, name) => files[name] && (opening[name] ??= open(name))',
  ].join('\n')
}

/** Makes each page that loads the widget reload after a save. The stream sends the time of the last save. */
function reloadPages(url: string): Plugin {
  const entries = Object.values(WIDGET_SOURCES)
  return {
    name: 'latchkey:reload-pages',
    enforce: 'pre',
    transform(code, id) {
      if (!entries.some((entry) => id.endsWith(`/${entry}`))) return null
      const stream = `new EventSource(new URL(import.meta.url).origin + ${JSON.stringify(url)})`
      // A save during the load of the page is later than the start of that load.
      const reload = '({ data }) => Number(data) > performance.timeOrigin && location.reload()'
      return `${code}\n;(globalThis.latchkeyReload ??= ${stream}).onmessage = ${reload}`
    },
  }
}
