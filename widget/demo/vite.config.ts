import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Builds the demo shop's React form as one file with the npm package, like any integrator. */
export default defineConfig({
  root,
  publicDir: false,
  resolve: {
    alias: [{ find: /^latchkey\/(.*)$/, replacement: join(root, 'dist/package/$1.js') }],
  },
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [react()],
  build: {
    outDir: 'dist/demo',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { react: join(root, 'widget/demo/app/react-shop.tsx') },
      output: { entryFileNames: '[name].js', codeSplitting: false },
    },
  },
})
