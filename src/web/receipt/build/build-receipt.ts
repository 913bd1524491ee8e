import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const ENTRY = fileURLToPath(new URL('../main.tsx', import.meta.url))
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/**
 * After the console: builds the script and the style of `verify-receipt.html` next to it. One classic script, because
 * browsers load no module for a page opened from a file.
 */
export function buildReceipt(outDir: string): Plugin {
  return {
    name: 'latchkey:build-receipt',
    apply: 'build',
    async closeBundle(error) {
      if (error !== undefined) return
      await build({
        configFile: false,
        root: ROOT,
        publicDir: false,
        logLevel: 'warn',
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
        build: {
          outDir,
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'es2022',
          cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
          lib: {
            entry: ENTRY,
            formats: ['iife'],
            name: 'verifyReceipt',
            fileName: () => 'verify-receipt.js',
            cssFileName: 'verify-receipt',
          },
          rolldownOptions: { output: { minify: true, codeSplitting: false, comments: false } },
        },
      })
    },
  }
}
