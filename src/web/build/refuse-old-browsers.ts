import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Path of the script from the repository's root. */
export const FLOOR_SCRIPT = 'src/web/ui/browser-floor.js'

const NAME = 'browser-floor.js'

/** Makes a page refuse browsers that are too old before its app loads. */
export function refuseOldBrowsers(base = '/'): Plugin {
  return {
    name: 'latchkey:refuse-old-browsers',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: NAME, source: readFileSync(FLOOR_SCRIPT, 'utf8') })
    },
    // This script runs while the page is parsed. Modules run afterwards.
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src: `${base}${NAME}` }, injectTo: 'body' as const },
    ],
  }
}
