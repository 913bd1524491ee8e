import { defineConfig } from 'vite'

/** The approval app's build: own entry, own bundle, served below `/approve/` by the service's process. */
export default defineConfig({
  root: new URL('.', import.meta.url).pathname,
  base: '/approve/',
  publicDir: 'public',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: new URL('../../dist/approver', import.meta.url).pathname,
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
})
