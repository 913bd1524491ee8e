import type { Plugin } from 'vite'

const PRELOAD_HELPER = '\0vite/preload-helper.js'

/**
 * Builds `import()` without Vite's preloading of styles and further files. For an app whose pages on demand import only
 * the first file and have no style sheet of their own, it is a third of a kilobyte without effect.
 */
export function plainImports(): Plugin {
  return {
    name: 'latchkey:plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === PRELOAD_HELPER ? 'export const __vitePreload = (load) => load()' : null),
  }
}
