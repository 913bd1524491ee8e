import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Plugin } from 'vite'
import { afterPage, buildScript } from './build-page.ts'

const NAME = 'sw.js'

/**
 * Builds the approval app's service worker into the app's folder, after the app. The worker is one file that
 * contains the names of the app's files and a version of their contents. Its own name never changes, because
 * browsers look there for the next version.
 */
export function buildWorker(outDir: string): Plugin {
  const lib = { entry: 'src/web/approve/worker/service-worker.ts', name: 'approvals', fileName: () => NAME }
  return afterPage('build-worker', () =>
    buildScript({ lib, outDir, define: { APPROVER_SHELL: JSON.stringify(readShell(outDir)) } }),
  )
}

/** The files that the app needs offline: every built file. The page is listed as `/approve`, the path that mails link to. */
function readShell(outDir: string): { version: string; files: string[] } {
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
