import { defineConfig } from 'vite'

/** The server's build: our own code in one file, dependencies left where npm put them. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  publicDir: false,
  build: {
    ssr: 'src/cli/index.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'index.js', chunkFileNames: 'chunk-[hash].js' } },
  },
})
