import { readFileSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'
import * as z from 'zod/mini'

const root = new URL('../..', import.meta.url).pathname
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(`${root}package.json`, 'utf8')))

/**
 * The server's build: bundles our own code into one file and leaves dependencies in `node_modules`. Kysely is bundled,
 * because its package.json requires Node 22 and package managers would refuse the server on Node 20 (ADR 0002).
 */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [buildDatabaseThread()],
  define: { 'process.env.LATCHKEY_VERSION': JSON.stringify(version) },
  ssr: { noExternal: ['kysely'] },
  build: {
    ssr: 'src/cli/index.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'index.js', chunkFileNames: 'chunk-[hash].js' } },
  },
})

/** The embedded database's worker thread is an entry of its own, next to the main one. */
function buildDatabaseThread(): Plugin {
  return {
    name: 'latchkey-database-thread',
    buildStart() {
      this.emitFile({
        type: 'chunk',
        id: `${root}src/service/db/pglite-thread.ts`,
        fileName: 'pglite-thread.js',
      })
    },
  }
}
