import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { afterPage, buildScript } from './build-page.ts'
import { rescuePage } from './rescue-page.ts'

/** The whole page with everything in it, brotli. */
const BROTLI_BYTES_MAX = 60_000

/** After the console: builds `rescue.html` beside it, the one file of the rescue page. Fails above its budget. */
export function buildRescue(outDir: string): Plugin {
  return afterPage('build-rescue', async () => {
    const page = rescuePage(await buildParts())
    const { length } = brotliCompressSync(page)
    if (length > BROTLI_BYTES_MAX)
      throw new Error(`rescue.html is ${length} bytes (brotli), and at most ${BROTLI_BYTES_MAX} are allowed`)
    writeFileSync(join(outDir, 'rescue.html'), page)
  })
}

async function buildParts(): Promise<{ script: string; style: string }> {
  const lib = { entry: 'src/web/rescue/main.tsx', name: 'rescue', cssFileName: 'rescue' }
  const built = await buildScript({ lib, write: false })
  const [bundle] = Array.isArray(built) ? built : [built]
  const parts = { script: '', style: '' }
  for (const file of bundle !== undefined && 'output' in bundle ? bundle.output : []) {
    if (file.type === 'chunk') parts.script += file.code
    else if (file.fileName.endsWith('.css')) parts.style += String(file.source)
  }
  return parts
}
