import { fileURLToPath } from 'node:url'
import { build, type LibraryOptions, type Plugin } from 'vite'
import { listTargets, PAGES_FLOOR } from '#protocol/browser-floor.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** Builds JSX for Preact, including the shared views, which import React. Only the console uses React itself. */
export const PREACT = {
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { alias: { react: 'preact/compat' } },
} as const
/** Build settings of every page. */
export const PAGE_BUILD = {
  emptyOutDir: true,
  target: 'es2022',
  cssTarget: listTargets(PAGES_FLOOR),
  sourcemap: false,
  modulePreload: { polyfill: false },
  assetsInlineLimit: 0,
}

type Script = { lib: LibraryOptions; define?: Record<string, string>; outDir?: string; write?: boolean }

/**
 * Builds one self-contained classic script, because browsers load no modules for a page opened from a file.
 */
export function buildScript({ lib, define = {}, ...to }: Script): ReturnType<typeof build> {
  return build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'warn',
    ...PREACT,
    define,
    build: {
      ...PAGE_BUILD,
      ...to,
      emptyOutDir: false,
      lib: { formats: ['iife'], ...lib },
      rolldownOptions: { output: { minify: true, codeSplitting: false, comments: false } },
    },
  })
}

/** A build step that runs after a page is built, unless that build failed. */
export function afterPage(name: string, work: () => Promise<unknown>): Plugin {
  return {
    name: `latchkey:${name}`,
    apply: 'build',
    async closeBundle(error) {
      if (error === undefined) await work()
    },
  }
}

/** Builds the script and the style of `verify-receipt.html` after the console, in the same folder. */
export function buildReceipt(outDir: string): Plugin {
  const lib = {
    entry: 'src/web/receipt/main.tsx',
    name: 'verifyReceipt',
    fileName: () => 'verify-receipt.js',
    cssFileName: 'verify-receipt',
  }
  return afterPage('build-receipt', () => buildScript({ lib, outDir }))
}
