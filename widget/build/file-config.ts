import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InlineConfig } from 'vite'
import * as z from 'zod/mini'
import { listTargets, PAGES_FLOOR } from '#protocol/browser-floor.ts'

/** The repository's root. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The folder of the published files, below the repository's root. */
export const OUT_DIR = process.env['LATCHKEY_WIDGET_OUT'] ?? 'dist/widget'

/** Version of the package; part of every file's name. */
export const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).version

/** A file that pages load: its entry below the repository's root, and its budget in bytes (brotli). */
function page(entry: string, format: 'es' | 'iife', name: string, extension: string, brotliBytesMax: number) {
  return { entry, format, name, extension, brotliBytesMax }
}

/**
 * The files that a page loads itself. `module` and `script` define the element when they run; `pure` is for bundlers
 * and defines nothing by itself; `loader` defines nothing until an element is there; `core` has no element at all.
 * The files that they load on demand are in files-on-demand.ts.
 */
export const FILES = {
  module: page('widget/define.ts', 'es', 'latchkey-wallet', '.js', 34_000),
  script: page('widget/define.ts', 'iife', 'latchkey-wallet', '.iife.js', 34_000),
  pure: page('widget/index.ts', 'es', 'latchkey-pure', '.js', 34_200),
  core: page('widget/core/index.ts', 'es', 'latchkey-core', '.js', 55_000),
  loader: page('widget/loader.ts', 'iife', 'latchkey-loader', '.js', 2_000),
  // Not the element: what a page loads that embeds it in a frame.
  frameHost: page('widget/frame/define-host.ts', 'es', 'latchkey-frame-host', '.js', 5_000),
  // Not the element: an EIP-1193 provider, which loads it with its first dialog.
  provider: page('widget/provider/index.ts', 'es', 'latchkey-provider', '.js', 22_400),
}
export type FileKind = keyof typeof FILES

/** A file as the one that loads it knows it: its name, and the hash that its content must have. */
export type NamedFile = readonly [file: string, integrity: string]

/**
 * A file's published name: version and the start of its content's hash. Published files are cached for ever, and a
 * build between two versions must not be taken for another.
 */
export function publishedName(name: string, content: Uint8Array, extension = '.js'): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8)
  return `${name}-${VERSION}-${hash}${extension}`
}

/**
 * Vite's configuration of one file; `define` sets its constants about other files. The same sources give the same
 * bytes.
 */
export function fileConfig(
  file: { entry: string; format: 'es' | 'iife' },
  define: Record<string, unknown> = {},
): InlineConfig {
  return {
    root: ROOT,
    publicDir: false,
    logLevel: 'warn',
    configFile: false,
    define: Object.fromEntries(
      Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)] as const),
    ),
    build: {
      outDir: OUT_DIR,
      write: false,
      target: 'es2022',
      // Older browsers get simpler colors when the styles are adopted (widget/theme.ts).
      cssTarget: listTargets(PAGES_FLOOR),
      sourcemap: false,
      copyPublicDir: false,
      lib: { entry: file.entry, formats: [file.format], name: 'Latchkey', fileName: () => 'file.js' },
      rolldownOptions: {
        // Pages have other functions in this place. The libraries that are bundled use it too.
        transform: { inject: { 'Array.from': [join(ROOT, 'widget/array-from.ts'), 'arrayFrom'] } },
        output: { minify: true, codeSplitting: false, comments: false },
      },
    },
  }
}
