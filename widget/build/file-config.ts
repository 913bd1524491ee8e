import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InlineConfig } from 'vite'
import * as z from 'zod/mini'

/** The repository's root. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The folder of the published files, below the repository's root. */
export const OUT_DIR = 'dist/widget'

/** Version of the package; part of every file's name. */
export const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).version

/**
 * The published files. `module` and `script` define the element when they run; `pure` is for bundlers and defines
 * nothing by itself. Each stands alone: one request, one integrity hash. `calls` is what all of them load, checked by
 * the hash that is written into them, where a call other than a transfer of coins is signed.
 */
export const FILES = {
  calls: { entry: 'widget/calls/open-calls.ts', format: 'es', name: 'latchkey-calls', extension: '.js' },
  module: { entry: 'widget/define.ts', format: 'es', name: 'latchkey-wallet', extension: '.js' },
  script: { entry: 'widget/define.ts', format: 'iife', name: 'latchkey-wallet', extension: '.iife.js' },
  pure: { entry: 'widget/index.ts', format: 'es', name: 'latchkey-pure', extension: '.js' },
} as const
export type FileKind = keyof typeof FILES

/** A file's name until its content is known. */
export function builtName(kind: FileKind): string {
  return `${kind}.js`
}

/**
 * A file's published name: version and the start of its content's hash. Published files are cached for ever, and a
 * build between two versions must not be taken for another.
 */
export function publishedName(kind: FileKind, content: Uint8Array): string {
  const { name, extension } = FILES[kind]
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8)
  return `${name}-${VERSION}-${hash}${extension}`
}

/** Name and hash of the file for further calls, as load-calls.ts wants them. */
export type CallsFile = readonly [file: string, integrity: string]

/** How Vite builds one of the files. The same sources give the same bytes. */
export function fileConfig(kind: FileKind, outDir = OUT_DIR, calls?: CallsFile): InlineConfig {
  const file = FILES[kind]
  return {
    root: ROOT,
    publicDir: false,
    logLevel: 'warn',
    define: calls === undefined ? {} : { LATCHKEY_CALLS: JSON.stringify(calls) },
    build: {
      outDir,
      emptyOutDir: kind === 'module',
      target: 'es2022',
      // light-dark() and relative colours as they are: what lowers them costs more than the browsers it adds.
      cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
      sourcemap: false,
      copyPublicDir: false,
      lib: { entry: file.entry, formats: [file.format], name: 'Latchkey', fileName: () => builtName(kind) },
      rolldownOptions: { output: { minify: true, codeSplitting: false, comments: false } },
    },
  }
}
