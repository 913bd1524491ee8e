import { defineConfig } from 'vite'
import { buildWorker } from './build/build-worker.ts'

const OUT_DIR = new URL('../../../dist/approver', import.meta.url).pathname

/** The approval app's build: own entry, own bundle, served below `/approve/` by the service's process. */
export default defineConfig({
  root: new URL('.', import.meta.url).pathname,
  base: '/approve/',
  publicDir: 'public',
  plugins: [buildWorker(OUT_DIR)],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: OUT_DIR,
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
})
