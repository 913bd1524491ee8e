import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Plugin } from 'vite'
import { afterPage, buildScript } from './build-page.ts'

const NAME = 'sw.js'

/**
 * After the approval app: builds its service worker into the same folder, one file that knows the app's files by name
 * and their contents by a version. Its own name stays: browsers look there for the next version.
 */
export function buildWorker(outDir: string): Plugin {
  const lib = { entry: 'src/web/approve/worker/service-worker.ts', name: 'approvals', fileName: () => NAME }
  return afterPage('build-worker', () =>
    buildScript({ lib, outDir, define: { APPROVER_SHELL: JSON.stringify(shellOf(outDir)) } }),
  )
}

/** What the app needs without a line: every built file, the page under the address that mails link to. */
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
