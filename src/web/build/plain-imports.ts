import type { Plugin } from 'vite'

const PRELOAD_HELPER = '\0vite/preload-helper.js'

/**
 * Builds `import()` without Vite's helper, which preloads styles and further files. If pages on demand have no style
 * sheet and import only the first file, the helper is a third of a kilobyte without effect.
 */
export function plainImports(): Plugin {
  return {
    name: 'latchkey:plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === PRELOAD_HELPER ? 'export const __vitePreload = (load) => load()' : null),
  }
}
