import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const ENTRY = fileURLToPath(new URL('../worker/service-worker.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const NAME = 'sw.js'

/**
 * After the app: builds its service worker into the same folder, one self-contained file with the names of the app's
 * files and a version of their contents. Its own name is fixed: browsers look there for the next version.
 */
export function buildWorker(outDir: string): Plugin {
  return {
    name: 'latchkey:build-worker',
    apply: 'build',
    async closeBundle(error) {
      if (error !== undefined) return
      await build({
        configFile: false,
        root: ROOT,
        publicDir: false,
        logLevel: 'warn',
        define: { APPROVER_SHELL: JSON.stringify(shellOf(outDir)) },
        build: {
          outDir,
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'es2022',
          lib: { entry: ENTRY, formats: ['iife'], name: 'approvals', fileName: () => NAME },
          rolldownOptions: { output: { minify: true, codeSplitting: false, comments: false } },
        },
      })
    },
  }
}

/** What the app needs offline: every built file, the page under the address in mails. */
function shellOf(outDir: string): { version: string; files: string[] } {
  const files = readdirSync(outDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== NAME)
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  const hash = createHash('sha256')
  for (const file of files) hash.update(relative(outDir, file)).update(readFileSync(file))
  const paths = files.map((file) => relative(outDir, file).split(sep).join('/'))
  const others = paths.filter((path) => path !== 'index.html').map((path) => `/approve/${path}`)
  return { version: hash.digest('hex').slice(0, 12), files: ['/approve', ...others] }
}
