import { defineConfig } from 'vite'

const root = new URL('../../..', import.meta.url).pathname

/** The drawing of first pictures, for the server: whole, so that React is the one for production. */
export default defineConfig({
  root,
  publicDir: false,
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/console/picture/draw-page.tsx',
    outDir: 'dist/picture',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      // "use client" means nothing in a program that is whole.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
      output: { entryFileNames: 'index.js', chunkFileNames: 'chunk-[name].js' },
    },
  },
})
