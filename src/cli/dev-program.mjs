import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { createServer as createVite, createServerModuleRunner } from 'vite'
import { exitWith, root } from './setup/steps.mjs'

/** Folders without source files. */
const NOT_WATCHED = ['dist', '.data', '.latchkey-dev', 'e2e', 'docs', 'src/contracts'].map(
  (folder) => `${join(root, folder)}/**`,
)

/**
 * The program of `npm run dev`. Vite serves the console's sources, and its module runner runs the server's. The
 * runner also loads the rest of this program (`dev/run-dev.ts`), so no TypeScript is compiled first.
 */
async function main() {
  const listener = createServer()
  const nonce = randomBytes(16).toString('base64')
  const options = {
    root,
    // Vite restarts when a file changes that its configuration imports. The build's configuration imports many files.
    configFile: false,
    appType: 'custom',
    clearScreen: false,
    logLevel: 'warn',
    html: { cspNonce: nonce },
    server: {
      middlewareMode: true,
      hmr: { server: listener },
      watch: { ignored: NOT_WATCHED },
      // Pages may read sources, never the data folder's keys.
      fs: { deny: ['.data/**', '.latchkey-dev/**', '.env', '.env.*', '*.{crt,pem}', '**/.git/**'] },
    },
  }
  const vite = await createVite({
    ...options,
    plugins: [react(), tailwindcss()],
    cacheDir: 'node_modules/.vite/dev-console',
    optimizeDeps: { entries: ['index.html'] },
  })
  const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false })
  /** @type {{ runDev: typeof import('./dev/run-dev.ts').runDev }} */
  const { runDev } = await runner.import('/src/cli/dev/run-dev.ts')
  await runDev({ listener, nonce, options, vite, runner })
}

main().catch(exitWith)
