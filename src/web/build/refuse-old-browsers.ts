import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The script's path below the repository's root. */
export const FLOOR_SCRIPT = 'src/web/ui/browser-floor.js'

const NAME = 'browser-floor.js'

/** Has a page refuse browsers that are too old, before its app is loaded. */
export function refuseOldBrowsers(base = '/'): Plugin {
  return {
    name: 'latchkey:refuse-old-browsers',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: NAME, source: readFileSync(FLOOR_SCRIPT, 'utf8') })
    },
    // Modules run after the page was parsed, and this runs while it is.
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src: `${base}${NAME}` }, injectTo: 'body' as const },
    ],
  }
}
