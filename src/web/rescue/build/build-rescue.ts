import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build, type Plugin } from 'vite'
import { rescuePage } from './rescue-page.ts'

const ENTRY = fileURLToPath(new URL('../main.tsx', import.meta.url))
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
/** The whole page with everything in it, brotli. */
const BROTLI_BYTES_MAX = 60_000

/** After the console: builds `rescue.html` next to it, the one file of the rescue page. Fails above its budget. */
export function buildRescue(outDir: string): Plugin {
  return {
    name: 'latchkey:build-rescue',
    apply: 'build',
    async closeBundle(error) {
      if (error !== undefined) return
      const page = rescuePage(await buildParts())
      const { length } = brotliCompressSync(page)
      if (length > BROTLI_BYTES_MAX)
        throw new Error(
          `rescue.html is ${length} bytes (brotli), and at most ${BROTLI_BYTES_MAX} are allowed`,
        )
      writeFileSync(join(resolve(ROOT, outDir), 'rescue.html'), page)
    },
  }
}

async function buildParts(): Promise<{ script: string; style: string }> {
  const built = await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      write: false,
      target: 'es2022',
      cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
      lib: { entry: ENTRY, formats: ['iife'], name: 'rescue', cssFileName: 'rescue' },
      rolldownOptions: { output: { minify: true, codeSplitting: false, comments: false } },
    },
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  const parts = { script: '', style: '' }
  for (const file of bundle !== undefined && 'output' in bundle ? bundle.output : []) {
    if (file.type === 'chunk') parts.script += file.code
    else if (file.fileName.endsWith('.css')) parts.style += String(file.source)
  }
  return parts
}
