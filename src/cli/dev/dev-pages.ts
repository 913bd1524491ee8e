import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BuiltPart } from '#cli/deployment.ts'
import { buildScript } from '#web/build/build-page.ts'
import { WIDGET_SOURCES } from './serve-widget-sources.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** Files of the built folders, each with the source file or folder that is copied in its place. */
const PAGES: Readonly<Record<string, string>> = {
  'console/index.html': 'index.html',
  'approver/index.html': 'src/web/approve/index.html',
  'widget/descriptors': 'widget/descriptors',
}

export type DevPages = {
  /** The folder that replaces a built part. */
  builtDir: (part: BuiltPart) => string
  /** If the saved file is a page, copies it again. Returns whether it is a page. */
  renew: (file: string) => boolean
}

/**
 * Writes the folders that the server serves instead of built parts. They have only the pages, the widget's manifest and
 * the approval app's service worker. Vite serves everything that the pages load.
 */
export async function writeDevPages(folder: string): Promise<DevPages> {
  rmSync(folder, { recursive: true, force: true })
  for (const [to, from] of Object.entries(PAGES)) copy(join(ROOT, from), join(folder, to))
  const kinds = Object.entries(WIDGET_SOURCES).map(([kind, file]) => [kind, { file, integrity: '' }])
  const manifest = { version: 'sources', ...Object.fromEntries(kinds), files: {} }
  writeFileSync(join(folder, 'widget/integrity.json'), JSON.stringify(manifest))
  await writeWorker(join(folder, 'approver'))
  return {
    builtDir: (part) => join(folder, part),
    renew: (file) => {
      const page = Object.entries(PAGES).find(([, from]) => join(ROOT, from) === file)
      if (page !== undefined) copy(file, join(folder, page[0]))
      return page !== undefined
    },
  }
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true })
}

/** The approval app's service worker, which caches nothing: a page from a cache would not change after a save. */
async function writeWorker(outDir: string): Promise<void> {
  await buildScript({
    lib: { entry: 'src/web/approve/worker/service-worker.ts', name: 'approvals', fileName: () => 'sw.js' },
    outDir,
    define: { APPROVER_SHELL: JSON.stringify({ version: 'sources', files: [] }) },
  })
}
