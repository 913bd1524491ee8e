import { readFileSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'
import * as z from 'zod/mini'

const root = new URL('../..', import.meta.url).pathname
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(`${root}package.json`, 'utf8')))

/** The server's build: our own code in one file, dependencies left where npm put them. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [buildDatabaseThread()],
  define: { 'process.env.LATCHKEY_VERSION': JSON.stringify(version) },
  build: {
    ssr: 'src/cli/index.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'index.js', chunkFileNames: 'chunk-[hash].js' } },
  },
})

/** The embedded database's thread is a program of its own, next to the one that is built. */
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
