import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { afterPage, buildScript } from './build-page.ts'
import { KEPT_SCRIPT } from './keep-scripts.ts'

/** Maximum size of the page with its script and style, in bytes after Brotli compression. */
const BROTLI_BYTES_MAX = 62_000

/**
 * Runs after the console's build and writes `rescue.html` next to it, the one file of the rescue page. Fails above
 * its budget.
 */
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

/**
 * Allowed connection addresses: any HTTPS node that the reader chooses, or a node on this computer without
 * TLS.
 */
const NODES = "'self' https: http://localhost:* http://127.0.0.1:*"

/**
 * The rescue page as one file. Its policy allows its one script and its one style by their hashes. The page
 * is therefore the same wherever it is stored, and added code does not run.
 */
export function rescuePage({ script, style }: { script: string; style: string }): string {
  const code = script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')
  const policy = [
    "default-src 'none'",
    `script-src '${hashContent(code)}'`,
    `style-src '${hashContent(style)}'`,
    `connect-src ${NODES}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="content-security-policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <meta name="description" content="Move tokens out of a passkey wallet without any server but a node of its chain." />
    <title>Rescue a wallet</title>
    <style>${style}</style>
  </head>
  <body>
    <div id="root"></div>
    <noscript>This page needs JavaScript: everything is computed in your browser.</noscript>
    ${KEPT_SCRIPT}>${code}</script>
  </body>
</html>
`
}

function hashContent(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
