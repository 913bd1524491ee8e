import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { PAGE_BUILD, PREACT } from '#web/build/build-page.ts'
import { buildWorker } from '#web/build/build-worker.ts'
import { keepScripts } from '#web/build/keep-scripts.ts'
import { plainImports } from '#web/build/plain-imports.ts'
import { refuseOldBrowsers } from '#web/build/refuse-old-browsers.ts'

const outDir = fileURLToPath(new URL('../../../dist/approver', import.meta.url))

/** Build of the approval app: its own entry and bundle, served below `/approve/` by the service's process. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/approve/',
  plugins: [refuseOldBrowsers('/approve/'), keepScripts(), buildWorker(outDir), plainImports()],
  ...PREACT,
  build: { ...PAGE_BUILD, outDir },
})
