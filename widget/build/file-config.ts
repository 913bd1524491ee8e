import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InlineConfig } from 'vite'
import * as z from 'zod/mini'
import { listTargets, PAGES_FLOOR } from '#protocol/browser-floor.ts'

/** The repository's root. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Folder of the published files, from the repository's root. */
export const OUT_DIR = process.env['LATCHKEY_WIDGET_OUT'] ?? 'dist/widget'

/** Version of the package. Part of every file's name. */
export const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).version

/** A file that pages load, with its entry from the repository's root and its budget in bytes after Brotli. */
function page(entry: string, format: 'es' | 'iife', name: string, extension: string, brotliBytesMax: number) {
  return { entry, format, name, extension, brotliBytesMax }
}

/**
 * Files that a page loads directly. `module` and `script` define the element when they run. `pure` is for
 * bundlers and defines nothing by itself. `loader` defines nothing until there is an element. `core` has no
 * element. The files that they load on demand are in files-on-demand.ts.
 */
export const FILES = {
  module: page('widget/define.ts', 'es', 'latchkey-wallet', '.js', 34_200),
  script: page('widget/define.ts', 'iife', 'latchkey-wallet', '.iife.js', 34_200),
  pure: page('widget/index.ts', 'es', 'latchkey-pure', '.js', 34_350),
  core: page('widget/core/index.ts', 'es', 'latchkey-core', '.js', 55_000),
  loader: page('widget/loader.ts', 'iife', 'latchkey-loader', '.js', 2_000),
  // The file for a page that embeds the element in a frame. It does not contain the element.
  frameHost: page('widget/frame/define-host.ts', 'es', 'latchkey-frame-host', '.js', 5_000),
  // An EIP-1193 provider. It loads the element with its first dialog.
  provider: page('widget/provider/index.ts', 'es', 'latchkey-provider', '.js', 22_400),
  // Pays HTTP 402 responses with the provider. It does not contain the provider.
  x402: page('widget/x402/index.ts', 'es', 'latchkey-x402', '.js', 8_000),
}
export type FileKind = keyof typeof FILES

/** Name of a file and the hash of its content, which are built into the file that loads it. */
export type NamedFile = readonly [file: string, integrity: string]

/**
 * Published name of a file: its version and the start of its content's hash. Published files are cached
 * forever, so two builds of one version must have different names.
 */
export function publishedName(name: string, content: Uint8Array, extension = '.js'): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8)
  return `${name}-${VERSION}-${hash}${extension}`
}

/**
 * Vite's configuration for one file. `define` sets its constants about other files. The same sources produce
 * the same bytes.
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
        // Pages may replace `Array.from`, which the bundled libraries use too.
        transform: { inject: { 'Array.from': [join(ROOT, 'widget/array-from.ts'), 'arrayFrom'] } },
        output: { minify: true, codeSplitting: false, comments: false },
      },
    },
  }
}
