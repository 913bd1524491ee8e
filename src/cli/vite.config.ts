import { defineConfig, type Plugin } from 'vite'

const root = new URL('../..', import.meta.url).pathname

/** The server's build: our own code in one file, dependencies left where npm put them. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [buildDatabaseThread()],
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
