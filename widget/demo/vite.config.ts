import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const app = join(root, 'widget/demo/app')

/** The demo shop's React and Vue forms, each one file, built with the npm package as any integrator builds it. */
export default defineConfig({
  root,
  publicDir: false,
  resolve: {
    alias: [{ find: /^latchkey\/(.*)$/, replacement: join(root, 'dist/package/$1.js') }],
  },
  define: {
    'process.env.NODE_ENV': '"production"',
    // Vue makes a Trusted Types policy of its own where it finds these; without them it needs none.
    'window.trustedTypes': 'undefined',
    __VUE_OPTIONS_API__: 'false',
    __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
  },
  plugins: [
    react(),
    vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('latchkey-') } } }),
  ],
  build: {
    outDir: 'dist/demo',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { react: join(app, 'react-shop.tsx'), vue: join(app, 'vue-main.ts') },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
